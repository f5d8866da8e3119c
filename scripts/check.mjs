// `npm run check`: the quick part of `npm test`.
import { checkNode, install } from './prepare.mjs';
import { CHECKS, printTotals, runBeside, runTests } from './steps.mjs';

checkNode();
install();
await runBeside(CHECKS);
runTests(['unit', 'dom', 'api', 'conformance', 'guards']);
printTotals();
