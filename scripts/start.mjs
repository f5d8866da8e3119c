// `npm start`: installs and builds what is missing, then becomes the server. One process, so signals and the exit code are its own.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, checkNode, install, ROOT } from './prepare.mjs';

checkNode();
install();
build();
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(ROOT, 'dist/server/main.js')).href);
