import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../../server/core/config.ts';
import { mailFolder, sendMail } from '../../server/core/mail/mail.ts';

it('mails to one address that are written at once are all there, whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-mails-'));
  try {
    const config = readConfig({ KONTOR_DATA: folder });
    const texts = Array.from({ length: 40 }, (_, n) => `Mail number ${n}.`);
    await Promise.all(texts.map((text) => sendMail(config, { to: 'finance@kontor.example', subject: 'Test', text })));
    const files = readdirSync(mailFolder(config));
    expect(files.every((name) => name.endsWith('-finance@kontor.example.eml'))).toBe(true);
    const found = files.map((name) => /Mail number \d+\./.exec(readFileSync(join(mailFolder(config), name), 'utf8'))?.[0] ?? '');
    expect(new Set(found)).toEqual(new Set(texts));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
