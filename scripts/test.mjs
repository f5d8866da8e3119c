// `npm test`: everything. Installs what it needs, a browser too.
import { findBrowser } from './browser.mjs';
import { build, checkNode, install, tool } from './prepare.mjs';
import { CHECKS, printTotals, runSteps, runTests } from './steps.mjs';

checkNode();
install();
const KONTOR_CHROMIUM = await findBrowser();
runSteps({
  ...CHECKS,
  build,
  'size of the browser part': () => tool('size-limit', []),
  'rules, calls, conformance and guards': () => runTests(['unit', 'dom', 'api', 'conformance', 'guards'], { KONTOR_CHROMIUM }),
  'faults and browser': () => runTests(['faults', 'e2e'], { KONTOR_CHROMIUM }),
});
printTotals();
