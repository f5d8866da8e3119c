// Writes the paths of all pages for the server, which may not import the browser's sources. Part of the build.
import { writeFileSync } from 'node:fs';
import { PATHS_WITHOUT_SCREEN } from '../src/providers/paths.ts';
import { registerRoutes, routePatterns } from '../src/providers/routes.ts';
import { AREAS } from '../src/resources/index.ts';

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('Name the file to write.');
registerRoutes(AREAS);
writeFileSync(target, JSON.stringify([...PATHS_WITHOUT_SCREEN, ...routePatterns()], null, 1));
