import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder: the bundled server and the sources lie at different depths below it. */
export const ROOT = (() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('package.json not found above the server');
    folder = parent;
  }
  return folder;
})();

export const MIGRATIONS = join(ROOT, 'server/db/migrations');
export const DERIVED_SQL = join(ROOT, 'server/db/derived.sql');
export const STOCK_SQL = join(ROOT, 'server/stock/stock.sql');
export const MONEY_SQL = join(ROOT, 'server/money/money.sql');
export const INVARIANTS_SQL = join(ROOT, 'server/stock/invariants.sql');
export const WEB = join(ROOT, 'dist/web');
export const LOCALES_FOLDER = join(ROOT, 'public/locales');
/** The paths of all pages, written by the build. */
export const PAGES = join(ROOT, 'dist/pages.json');
