import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository. The bundled server and the sources are at different depths below it. */
export const ROOT = (() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('package.json not found above the server');
    folder = parent;
  }
  return folder;
})();

export const MIGRATIONS = join(ROOT, 'server/core/db/migrations');
export const ROW_TRIGGERS_SQL = join(ROOT, 'server/core/db/row-triggers.sql');
export const MODULES_FOLDER = join(ROOT, 'server/modules');
export const WEB = join(ROOT, 'dist/web');
export const LOCALES_FOLDER = join(ROOT, 'public/locales');
/** The paths of all pages, written by the build. */
export const PAGES = join(ROOT, 'dist/pages.json');
