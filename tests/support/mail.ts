import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestServer } from './server.ts';

/** The mails that a test server wrote, oldest first, as plain text. One that is being written (`.part`) is not among them. */
export async function readMails({ config }: TestServer): Promise<{ to: string; text: string }[]> {
  const folder = join(config.KONTOR_DATA, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted((a, b) => (a < b ? -1 : 1));
  return Promise.all(
    names.map(async (name) => {
      const raw = await readFile(join(folder, name), 'utf8');
      const [head = '', ...body] = raw.split('\n\n');
      const joined = body.join('\n\n');
      const text = /content-transfer-encoding: base64/i.test(head)
        ? Buffer.from(joined, 'base64').toString('utf8')
        : joined.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      return { to: /^To: (.*)$/m.exec(head)?.[1] ?? '', text };
    }),
  );
}

export const secretOf = (text: string): string => /secret=([\w-]+)/.exec(text)?.[1] ?? '';
