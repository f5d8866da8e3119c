// `npm test`: everything. Installs what it needs, a browser too.
import { findBrowser, findShell } from './browser.mjs';
import { checkNode, install } from './prepare.mjs';
import { BUILD, CHECKS, printTotals, runBeside, runTests } from './steps.mjs';

checkNode();
install();
const KONTOR_CHROMIUM = await findBrowser();
const KONTOR_CHROMIUM_SHELL = findShell(KONTOR_CHROMIUM);
const [wide, narrow] = CHECKS;
await runBeside([wide, { ...BUILD, ...narrow }]);
// One run, so that one PostgreSQL is started and filled, and short files fill what long ones leave free. `together` are api, conformance and e2e.
runTests(['unit', 'dom', 'guards', 'faults', 'together'], { KONTOR_CHROMIUM, KONTOR_CHROMIUM_SHELL, KONTOR_TESTS: 'together' });
printTotals();
