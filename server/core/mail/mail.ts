import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';

/**
 * `attachments`: files of this server by their path. `references`: the mails before it, the newest last. `isAutomatic`: no person wrote it, so
 * that no program answers it (RFC 3834).
 */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  replyTo?: string;
  messageId?: string;
  references?: readonly string[];
  isAutomatic?: boolean;
  attachments?: { filename: string; path: string; contentType: string }[];
};

export const mailFolder = (config: Config): string => join(config.KONTOR_DATA, 'mail');

/** Milliseconds. Without these limits a mail server that does not answer would block other mails for ten minutes. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Sends a mail by the configured SMTP server. Without one it is written to a file in the data folder. @throws errors of the mail server
 * or disk
 */
export async function sendMail(config: Config, { references = [], isAutomatic = false, ...mail }: Mail): Promise<void> {
  const message = {
    from: config.MAIL_FROM,
    ...mail,
    ...(references.length > 0 ? { references: [...references], inReplyTo: references.at(-1) } : {}),
    ...(isAutomatic ? { headers: { 'Auto-Submitted': 'auto-generated' } } : {}),
  };
  if (config.SMTP_URL) {
    await nodemailer.createTransport({ url: config.SMTP_URL, ...PATIENCE }).sendMail(message);
    return;
  }
  const sent = await nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' }).sendMail(message);
  await mkdir(mailFolder(config), { recursive: true, mode: 0o700 });
  // Several mails to one address may be written in one millisecond, also by several nodes.
  const when = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`;
  const path = join(mailFolder(config), `${when}-${mail.to.replace(/[^\w.@-]/g, '_')}.eml`);
  try {
    await writeFile(`${path}.part`, sent.message, { mode: 0o600 });
    await rename(`${path}.part`, path);
  } catch (error) {
    // A partial mail on a full disk would look like a complete one.
    await rm(`${path}.part`, { force: true });
    throw error;
  }
}

/**
 * Whether the server of the recipient refused the mail for good (RFC 5321, 4.2.1: codes from 500 on, about the recipient or the message).
 * Anything else may be different at the next try, also a wrong password of our own account.
 */
export function isBounce(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const [code, answer] = ['code' in error ? error.code : null, 'responseCode' in error ? error.responseCode : null];
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof answer === 'number' && answer >= 500;
}

/** Whether our own mail server could not be reached, so that it has seen nothing of the mail. Every other mail would fail in the same way. */
export const isUnreached = (error: unknown): error is Error =>
  error instanceof Error && 'command' in error && error.command === 'CONN' && !('responseCode' in error);
