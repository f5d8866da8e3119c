import { build } from '../../scripts/prepare.mjs';

/** What runs as a process or in a browser is what `npm start` runs: built before the first test, where a source is newer. */
export default () => build();
