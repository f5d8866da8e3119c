import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';

export type Mail = { to: string; subject: string; text: string };

export const mailFolder = (config: Config): string => join(config.KONTOR_DATA, 'mail');

/** Milliseconds. Without these limits a mail server that does not answer would block other mails for ten minutes. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Sends a mail by the configured SMTP server. Without one it is written to a file in the data folder. @throws errors of the mail server
 * or disk
 */
export async function sendMail(config: Config, mail: Mail): Promise<void> {
  const message = { from: config.MAIL_FROM, ...mail };
  if (config.SMTP_URL) {
    await nodemailer.createTransport({ url: config.SMTP_URL, ...PATIENCE }).sendMail(message);
    return;
  }
  const sent = await nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' }).sendMail(message);
  await mkdir(mailFolder(config), { recursive: true, mode: 0o700 });
  const path = join(mailFolder(config), `${new Date().toISOString().replace(/[:.]/g, '-')}-${mail.to.replace(/[^\w.@-]/g, '_')}.eml`);
  try {
    await writeFile(`${path}.part`, sent.message, { mode: 0o600 });
    await rename(`${path}.part`, path);
  } catch (error) {
    // A partial mail on a full disk would look like a complete one.
    await rm(`${path}.part`, { force: true });
    throw error;
  }
}
