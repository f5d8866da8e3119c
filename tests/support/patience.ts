import { configure } from '@testing-library/react';

/** How long a test waits for what comes by itself. The default of one second is too short on a busy machine, which is slow, not wrong. */
export const PATIENCE = { timeout: 60_000 };

configure({ asyncUtilTimeout: PATIENCE.timeout });
