// Where files come out: CUPS, or a folder. `print` resolves once the file is out of our hands and rejects when it is not;
// `isOut` tells after a crash whether it was, null where nobody can say.
import { execFile } from 'node:child_process';
import { access, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeWhole } from './store.mjs';

const run = promisify(execFile);
const LIMIT = { timeout: 30_000 };

export async function hasCups() {
  const found = await Promise.all(
    (process.env.PATH ?? '').split(':').map((dir) =>
      access(join(dir, 'lp')).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}

export function cups(spool) {
  const printers = async () => {
    const { stdout } = await run('lpstat', ['-e'], LIMIT).catch(() => ({ stdout: '' }));
    return stdout
      .split('\n')
      .map((name) => name.trim())
      .filter(Boolean);
  };
  return {
    printers,
    isOut: async () => null,
    async print({ printer, id, bytes }) {
      await mkdir(spool, { recursive: true, mode: 0o700 });
      const path = join(spool, id);
      await writeWhole(path, bytes);
      try {
        // ZPL is for the label printer's own language: no filter in between.
        await run('lp', ['-d', printer, '-t', id, ...(id.endsWith('.zpl') ? ['-o', 'raw'] : []), '--', path], LIMIT);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

const isName = (name) => /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u.test(name);

export async function folder(dir, names) {
  const wrong = names.find((name) => !isName(name));
  if (wrong !== undefined) throw new Error(`"${wrong}" is no name for a folder`);
  for (const name of names) await mkdir(join(dir, name), { recursive: true });
  return {
    printers: async () => names,
    isOut: ({ printer, id }) =>
      access(join(dir, printer, id)).then(
        () => true,
        () => false,
      ),
    print: ({ printer, id, bytes }) => writeWhole(join(dir, printer, id), bytes),
  };
}
