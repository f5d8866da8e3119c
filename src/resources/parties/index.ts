import type { AreaRoutes } from '../../providers/routes.ts';
import { customers } from './customers/index.tsx';
import { groups } from './groups/index.tsx';
import { merchants } from './merchants/index.tsx';
import { suppliers } from './suppliers/index.tsx';

export const partiesScreens: readonly AreaRoutes[] = [customers, suppliers, groups, merchants];
