import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../server/core/http/log.ts';
import { createJobs } from '../../server/core/jobs/jobs.ts';
import { mailFolder } from '../../server/core/mail/mail.ts';
import { freePort } from '../support/child.ts';
import { readMails } from '../support/mail.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Who gets a mail, and what is done about the trouble: both ways of sending are refused first and work later. */
type Trouble = {
  env: () => Promise<Record<string, string>>;
  begin: () => Promise<void>;
  end: () => void;
  received: () => Promise<string[]>;
  close: () => void;
};

let server: TestServer;

/** The mail folder cannot be written: a file is in its place. */
const folder: Trouble = {
  env: async () => ({}),
  begin: async () => writeFileSync(mailFolder(server.config), ''),
  end: () => rmSync(mailFolder(server.config)),
  received: async () => (await readMails(server)).map(({ to }) => to),
  close: () => undefined,
};

/** A mail server that has no room, then takes what comes (RFC 5321, 452). */
const smtp: Trouble & { hasRoom: boolean; to: string[]; server?: Server } = {
  hasRoom: false,
  to: [],
  env: async () => {
    const port = await freePort();
    smtp.server = createServer((socket) => {
      let isData = false;
      let receiver = '';
      socket.on('error', () => undefined);
      socket.write('220 mail.example ESMTP\r\n');
      socket.on('data', (chunk) => {
        for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
          if (isData) {
            if (line !== '.') continue;
            isData = false;
            smtp.to.push(receiver);
            socket.write('250 taken\r\n');
          } else if (/^MAIL/i.test(line)) socket.write(smtp.hasRoom ? '250 ok\r\n' : '452 4.3.1 insufficient system storage\r\n');
          else if (/^RCPT/i.test(line)) {
            receiver = /<(.*)>/.exec(line)?.[1] ?? '';
            socket.write('250 ok\r\n');
          } else if (/^DATA/i.test(line)) {
            isData = true;
            socket.write('354 go on\r\n');
          } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
          else socket.write('250 ok\r\n');
        }
      });
    }).listen(port, '127.0.0.1');
    return { SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true` };
  },
  begin: async () => undefined,
  end: () => {
    smtp.hasRoom = true;
  },
  received: async () => smtp.to,
  close: () => void smtp.server?.close(),
};

describe.each([
  ['a mail folder that cannot be written', folder],
  ['a mail server that refuses', smtp],
])('%s', (_, trouble) => {
  const lines: string[] = [];
  const log = createLog('error', new Writable({ write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()) }));
  const query = async (text: string) => (await server.pool.query(text)).rows;

  beforeAll(async () => {
    server = await startServer({ sample: true, log, env: await trouble.env() });
    await trouble.begin();
  });
  afterAll(async () => {
    await server.close();
    trouble.close();
  });

  it('loses neither the new account nor its invitation: the mail waits and is sent when it can be', async () => {
    const admin = await server.signIn('admin');
    const made = await server.call('POST', '/v0/users', { account: 'erna@kontor.example', name: 'Erna' }, admin);
    expect(made.code).toBe('OK');
    await expect.poll(() => lines.some((line) => line.includes('a mail about an account could not be sent'))).toBe(true);
    await expect.poll(() => query('select sent_at, token_hash from invitations')).toEqual([{ sent_at: null, token_hash: null }]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await trouble.received()).toEqual([]);
  });

  it('loses no request for a new password, and its answer tells nothing', async () => {
    const ask = async (email: string) => {
      const [row] = await query(
        `insert into captchas (answer_hash, expires_at) values (sha256('right'), now() + interval '5 minutes') returning id`,
      );
      return server.call('POST', '/v0/auth/resetPassword', { email, xxs: row.id, captcha: 'right' });
    };
    const [known, unknown] = [await ask('employee@kontor.example'), await ask('nobody@kontor.example')];
    expect([known.status, known.code, known.data]).toEqual([unknown.status, unknown.code, unknown.data]);
    await expect.poll(() => query(`select state from jobs.job where name = 'reset-mail'`)).toEqual([{ state: 'retry' }]);
    expect(await trouble.received()).toEqual([]);
  });

  it('once mails go out again, each waiting one is sent once', async () => {
    trouble.end();
    // The minute's job and the next try of the other are due now; the running server takes both.
    const jobs = createJobs(server.appPool, server.app.log);
    await jobs.start();
    await jobs.send('account-mails', {});
    await query(`update jobs.job set start_after = now() where name = 'reset-mail'`);
    await query(`select pg_notify('kontor_job', 'reset-mail')`);
    await expect.poll(async () => (await trouble.received()).toSorted()).toEqual(['employee@kontor.example', 'erna@kontor.example']);
    await jobs.stop();
    expect(await query('select sent_at is not null as sent from invitations')).toEqual([{ sent: true }]);
    expect(await query(`select count(*)::int as open from password_resets where used_at is null`)).toEqual([{ open: 1 }]);
    expect(lines.some((line) => line.includes('uncaught'))).toBe(false);
  });
});
