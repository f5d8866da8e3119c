// `npm run check`: the quick part of `npm test`.
import { checkNode, install } from './prepare.mjs';
import { CHECKS, printTotals, runSteps, runTests } from './steps.mjs';

checkNode();
install();
runSteps({ ...CHECKS, 'rules, calls, conformance and guards': () => runTests(['unit', 'dom', 'api', 'conformance', 'guards']) });
printTotals();
