// Runs a TypeScript file of the repository: `node scripts/run-ts.mjs tests/bench/bench.ts [arguments]`.
import { pathToFileURL } from 'node:url';
import { checkNode, fail, install } from './prepare.mjs';

checkNode();
install();
const [file, ...rest] = process.argv.slice(2);
if (!file) fail('Name the file to run: node scripts/run-ts.mjs <file>');
const { register } = await import('tsx/esm/api');
register();
process.argv = [process.argv[0], file, ...rest];
await import(pathToFileURL(file).href);
