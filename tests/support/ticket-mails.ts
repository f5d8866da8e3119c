import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { createDb } from '../../server/core/db/client.ts';
import { mailFolder } from '../../server/core/mail/mail.ts';
import { sendOutgoingMails } from '../../server/modules/settings/mail-queue.ts';
import { takeTicketMails } from '../../server/modules/support/mails/take-mails.ts';
import type { TestServer } from './server.ts';

export const SUPPORT = 'support@kontor.example';

export type Ticket = { id: string; no: string; state: string; messages: number; subject: string; merchantId: string };
type Mail = { way: string; address: string; status: string | null; quote: string; refused: string };
export type Entry = {
  id: string;
  by: string | null;
  side: string;
  text: string;
  mails: Mail[];
  files: { id: string; name: string; mime: string }[];
};
export type Incoming = {
  id: string;
  state: string;
  reason: string | null;
  sender: string;
  subject: string;
  ticketId: string | null;
  text: string;
};

export type Written = {
  from: string;
  subject?: string;
  text?: string;
  html?: string;
  id?: string;
  head?: string;
  files?: { name: string; bytes: Buffer }[];
};
/** A mail as mail programs write it. `head`: further header lines, each with its line break. */
export function mailText({ from, subject = 'Question', text, html, id = '', head = '', files = [] }: Written): string {
  const body =
    html === undefined
      ? `Content-Type: text/plain; charset=utf-8\r\n\r\n${(text ?? '').replaceAll('\n', '\r\n')}\r\n`
      : `Content-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n`;
  const top = `${head}From: ${from}\r\nTo: ${SUPPORT}\r\nSubject: ${subject}\r\n${id === '' ? '' : `Message-ID: ${id}\r\n`}MIME-Version: 1.0\r\n`;
  if (files.length === 0) return top + body;
  const parts = files.map(
    ({ name, bytes }) =>
      `--outer\r\nContent-Type: application/octet-stream; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')}\r\n`,
  );
  return `${top}Content-Type: multipart/mixed; boundary=outer\r\n\r\n--outer\r\n${body}${parts.join('')}--outer--\r\n`;
}

/** The folder of ticket mails of this server, and its outbox. */
export function mailNode(server: TestServer) {
  const data = server.config.KONTOR_DATA;
  const config = { ...server.config, TICKET_MAILS: { address: SUPPORT, folder: 'tickets' } };
  const db = createDb(server.pool);
  const log = pino({ level: 'silent' });
  const look = () => takeTicketMails({ db, config, log }, 0);
  const namesIn = (part: string): string[] => readdirSync(join(data, 'tickets', part));
  let count = 0;
  return {
    config,
    look,
    namesIn,
    reports: (part: string): string =>
      namesIn(part)
        .filter((name) => name.endsWith('.txt'))
        .map((name) => readFileSync(join(data, 'tickets', part, name), 'utf8'))
        .join(''),
    put: (content: string | Buffer, name = `${(count += 1)}.eml`): void => writeFileSync(join(data, 'tickets', 'in', name), content),
    /** Sends what waits, and gives all mails that were ever sent, oldest first. */
    deliver: async (): Promise<string[]> => {
      await sendOutgoingMails({ config, db, log });
      const names = readdirSync(mailFolder(config)).filter((name) => name.endsWith('.eml'));
      return names.toSorted().map((name) => readFileSync(join(mailFolder(config), name), 'utf8'));
    },
  };
}
