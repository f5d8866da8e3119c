/** Answers of tickets by mail, out and in. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';
import { type Entry, type Incoming, mailNode, mailText, SUPPORT, type Ticket, type Written } from '../support/ticket-mails.ts';

const MEI = 'merchant@kontor.example';
let server: TestServer;
let node: ReturnType<typeof mailNode>;
let desk: string;
let merchant: string;
let ids: Record<string, string>;
beforeAll(async () => {
  server = await startServer({ sample: true });
  node = mailNode(server);
  await node.look();
  [desk, merchant] = [await server.signIn('employee'), await server.signIn('merchant')];
  const { rows } = await server.pool.query('select no, id from merchants');
  ids = Object.fromEntries(rows.map((row) => [row.no, row.id]));
  await server.pool.query(`update merchants set email = 'office@second.example' where no = 'M-1002'`);
  // What the sample sent before.
  await server.pool.query(`update outgoing_mails set status = 'sent', due_at = null`);
});
afterAll(() => server.close());

const open = async (token: string, more: Record<string, unknown> = {}): Promise<Ticket> => {
  const body = { merchantId: ids['M-1001'], topic: 'damage', subject: 'Tea pot broken', text: 'Two pots came in pieces.', ...more };
  return (await server.call<Ticket>('POST', '/v0/tickets', body, token)).data;
};
const read = async (id: string) => (await server.call<Ticket>('GET', `/v0/tickets/${id}`, undefined, desk)).data;
const thread = async (id: string, token = desk) => (await server.call<Entry[]>('GET', `/v0/tickets/${id}/messages`, undefined, token)).data;
const say = (id: string, text: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  server.call('POST', `/v0/tickets/${id}/messages`, { text, ...more }, desk, headers);
const outOf = async (id: string) =>
  (
    await server.pool.query(`select id, mail_to, status, locale, subject, text from outgoing_mails where ticket_id = $1 order by sort_at`, [
      id,
    ])
  ).rows;
const idOf = (mail: string): string => /^Message-ID: (<[^>]+>)/im.exec(mail)?.[1] ?? '';
const arrive = async (mail: Written): Promise<void> => {
  node.put(mailText(mail));
  await node.look();
};
const listed = async (subject: string): Promise<Incoming[]> =>
  (await server.call<Incoming[]>('GET', `/v0/incomingMails?q=${encodeURIComponent(subject)}&l=50`, undefined, desk)).data;
const byMail = async (subject: string): Promise<Ticket[]> =>
  (await server.pool.query(`select id, no, subject, merchant_id as "merchantId" from tickets where subject = $1`, [subject])).rows;
/** A ticket with an answer that was sent, and the Message-ID of that mail. */
const answered = async (subject: string) => {
  const ticket = await open(merchant, { subject });
  await say(ticket.id, 'Which order is it?');
  const sent = (await node.deliver()).filter((mail) => mail.includes(`[${ticket.no}]`));
  return { ticket, mailId: idOf(sent.at(-1) ?? '') };
};

describe('an answer of the house in a ticket', () => {
  it('is one mail to the asker in the asker’s language, however often the call is repeated; a note is none', async () => {
    await server.pool.query(`update users set locale = 'de' where account = $1`, [MEI]);
    const ticket = await open(merchant);
    await say(ticket.id, 'Only for us', { internal: true });
    expect(await outOf(ticket.id)).toEqual([]);
    const key = { 'idempotency-key': 'answer-once' };
    for (let again = 0; again < 2; again += 1) await say(ticket.id, 'Please send a picture.', {}, key);
    expect(await outOf(ticket.id)).toMatchObject([
      { mail_to: MEI, status: 'waiting', locale: 'de', subject: `[${ticket.no}] Tea pot broken`, text: 'Please send a picture.' },
    ]);
    expect((await thread(ticket.id)).at(-1)).toMatchObject({ mails: [{ way: 'out', address: MEI, status: 'waiting' }] });
    const mail = (await node.deliver()).at(-1) ?? '';
    expect(mail).toContain('Antworten Sie einfach');
    expect(mail).toMatch(new RegExp(`^Reply-To: ${SUPPORT}`, 'im'));
    expect(mail).not.toMatch(/^Auto-Submitted/im);
    expect((await thread(ticket.id)).at(-1)).toMatchObject({ mails: [{ status: 'sent' }] });
    await server.pool.query(`update users set locale = 'en' where account = $1`, [MEI]);
  });

  it('continues the mails before it, and brings its files', async () => {
    const { ticket, mailId } = await answered('Files please');
    await arrive({
      from: `Mei <${MEI}>`,
      subject: `Re: [${ticket.no}]`,
      text: 'A-17',
      id: '<a17@mei>',
      head: `In-Reply-To: ${mailId}\r\n`,
    });
    const form = new FormData();
    form.append('file', new Blob(['the claim']), 'claim.txt');
    const file = (await server.call<{ id: string }>('POST', '/v0/statics/upload/intern', form, desk)).data.id;
    await say(ticket.id, 'Here you are.', { files: [file] });
    const mail = (await node.deliver()).at(-1) ?? '';
    expect(mail).toMatch(/^In-Reply-To: <a17@mei>/im);
    expect(mail.replaceAll(/\n\s+/g, ' ')).toContain(`References: ${mailId} <a17@mei>`);
    expect(mail).toContain('claim.txt');
  });

  it('goes to the merchant’s own address where nobody of the merchant wrote yet, and never to an account that is gone', async () => {
    const ticket = await open(desk, { merchantId: ids['M-1002'], subject: 'We ask you', text: 'When does it arrive?' });
    expect(await outOf(ticket.id)).toMatchObject([{ mail_to: 'office@second.example', text: 'When does it arrive?' }]);
    expect((await thread(ticket.id))[0]).toMatchObject({ mails: [{ way: 'out', address: 'office@second.example' }] });
    await server.pool.query(
      `insert into users (account, name, type, merchant_id, role_ids, passwd_hash)
        select 'gone@kontor.example', 'Gone', type, $1, role_ids, passwd_hash from users where account = $2`,
      [ids['M-1002'], MEI],
    );
    const asked = await open(await server.signIn('gone'), { subject: 'Asked and gone', merchantId: ids['M-1002'] });
    await server.pool.query(`update users set disabled_at = now() where account = 'gone@kontor.example'`);
    await say(asked.id, 'Hello?');
    expect(await outOf(asked.id)).toMatchObject([{ mail_to: 'office@second.example' }]);
    await node.deliver();
  });
});

describe('a merchant', () => {
  it('reads the mails about own tickets and orders with their state, without what the mail server said', async () => {
    await server.pool.query(`update outgoing_mails set error = 'connect ECONNREFUSED 10.0.0.5:25'`);
    const { data } = await server.call<Record<string, unknown>[]>('GET', '/v0/outgoingMails?kind=ticket&l=50', undefined, merchant);
    expect(data.length).toBeGreaterThan(0);
    for (const mail of data) expect(mail).toMatchObject({ merchantId: ids['M-1001'], error: null, reason: null });
  });
});

describe('a mail that arrives', () => {
  it('as an answer becomes a message of its ticket, once, with the quoted mail folded away, and opens it again', async () => {
    const { ticket, mailId } = await answered('Answered by mail');
    await server.call('POST', `/v0/tickets/${ticket.id}/close`, undefined, desk);
    const mail: Written = {
      from: `"Mei Lin" <${MEI.toUpperCase()}>`,
      subject: 'AW: anything',
      text: 'It is A-17.\n\nOn Monday Kontor team wrote:\n> Which order is it?',
      id: '<once@mei>',
      head: `References: ${mailId}\r\n`,
    };
    node.put(mailText(mail), 'one.eml');
    node.put(mailText(mail), 'two.eml');
    node.put(mailText({ ...mail, head: `Received: from x\r\n${mail.head}` }), 'three.eml');
    // Two nodes look at the same time.
    await Promise.all([node.look(), node.look()]);
    await node.look();
    expect(await read(ticket.id)).toMatchObject({ state: 'waitsForUs', messages: 2 });
    expect((await thread(ticket.id)).at(-1)).toMatchObject({
      by: 'Mei Lin',
      side: 'merchant',
      text: 'It is A-17.',
      mails: [{ way: 'in', address: MEI, quote: 'On Monday Kontor team wrote:\n> Which order is it?' }],
    });
    expect(node.namesIn('in')).toEqual([]);
    expect(node.reports('done')).toContain('The same mail arrived before.');
  });

  it('with the number of the ticket in its subject finds it too; of another merchant it makes a ticket of that one', async () => {
    const { ticket, mailId } = await answered('Whose is it');
    await arrive({ from: MEI, subject: `Re: [${ticket.no}] Whose is it`, text: 'Mine.' });
    expect((await thread(ticket.id)).at(-1)).toMatchObject({ text: 'Mine.' });
    await arrive({
      from: 'office@second.example',
      subject: `[${ticket.no}] second`,
      text: 'And mine?',
      head: `In-Reply-To: ${mailId}\r\n`,
    });
    expect(JSON.stringify(await thread(ticket.id))).not.toContain('And mine?');
    expect(await byMail(`[${ticket.no}] second`)).toMatchObject([{ merchantId: ids['M-1002'] }]);
  });

  it('from a known address opens a ticket with its files; the answer goes back to that address', async () => {
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#b45309' } })
      .png()
      .toBuffer();
    await arrive({
      from: 'Office <office@second.example>',
      subject: 'Box crushed',
      html: '<p>See the <b>picture</b>.</p>',
      id: '<box@second>',
      files: [
        { name: 'box.png', bytes: picture },
        { name: 'setup.exe', bytes: Buffer.from('MZ\u0000\u0001 not allowed') },
      ],
    });
    const [ticket] = await byMail('Box crushed');
    expect(ticket).toMatchObject({ merchantId: ids['M-1002'] });
    const id = ticket?.id ?? '';
    expect(await read(id)).toMatchObject({ state: 'waitsForUs' });
    const [question] = await thread(id);
    expect(question).toMatchObject({
      by: 'Office',
      text: 'See the picture.',
      files: [{ name: 'box.png', mime: 'image/webp' }],
      mails: [{ way: 'in', address: 'office@second.example', refused: 'setup.exe' }],
    });
    const status = async (token: string) =>
      (await fetch(`${server.url}/v0/static/${question?.files[0]?.id}`, { headers: { 'x-token': token } })).status;
    expect(await status(merchant)).toBe(404);
    await say(id, 'We replace it.');
    expect(await outOf(id)).toMatchObject([{ mail_to: 'office@second.example' }]);
    const mail = (await node.deliver()).at(-1) ?? '';
    expect(mail).toMatch(/^In-Reply-To: <box@second>/im);
    // Without an account the address of the page is of no use.
    expect(mail).not.toContain('/mEP/tickets');
  });

  it('that is automatic, or comes back, never makes a ticket or a message, and is answered by nothing', async () => {
    const { ticket, mailId } = await answered('Absent');
    const before = (await server.pool.query('select count(*)::int as n from outgoing_mails')).rows;
    const reply = `In-Reply-To: ${mailId}\r\n`;
    await arrive({ from: MEI, subject: 'Absent: I am away', text: 'Back on Monday.', head: `${reply}Auto-Submitted: auto-replied\r\n` });
    await arrive({ from: 'office@second.example', subject: 'Absent: news', text: 'Buy!', head: 'Precedence: bulk\r\n' });
    await arrive({ from: 'office@second.example', subject: 'Absent: no sender', text: 'x', head: 'Return-Path: <>\r\n' });
    await arrive({ from: SUPPORT, subject: `Absent: [${ticket.no}] loop`, text: 'x', head: reply });
    const report = `Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; ${MEI}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: ${mailId}\r\n\r\nx\r\n--b--\r\n`;
    node.put(`Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example\r\nSubject: Absent: undelivered\r\nMIME-Version: 1.0\r\n${report}`);
    await node.look();
    const mails = await listed('Absent');
    expect(Object.fromEntries(mails.map(({ subject, reason }) => [subject.replace(/\[.*\] /, ''), reason]))).toEqual({
      'Absent: I am away': 'autoReply',
      'Absent: loop': 'ownMail',
      'Absent: news': 'mailingList',
      'Absent: no sender': 'autoReply',
      'Absent: undelivered': 'bounce',
    });
    expect(new Set(mails.map(({ state }) => state))).toEqual(new Set(['automatic']));
    expect(await read(ticket.id)).toMatchObject({ messages: 1 });
    expect((await thread(ticket.id)).at(-1)).toMatchObject({ mails: [{ way: 'out', status: 'bounced' }] });
    expect((await server.pool.query('select count(*)::int as n from outgoing_mails')).rows).toEqual(before);
  });

  it('from somebody unknown, from a colleague or with a forged sender waits for a person, with the reason', async () => {
    const { ticket, mailId } = await answered('Held');
    const reply = `In-Reply-To: ${mailId}\r\n`;
    await arrive({ from: 'stranger@else.example', subject: 'Held 1', text: 'Hello' });
    await arrive({ from: 'stranger@else.example', subject: 'Held 2', text: 'I know the number', head: reply });
    await arrive({ from: 'employee@kontor.example', subject: 'Held 3', text: 'We pay everything', head: reply });
    await arrive({ from: MEI, subject: 'Held 4', text: 'x', head: `${reply}Authentication-Results: mx; dmarc=fail\r\n` });
    await arrive({ from: MEI, subject: 'Held 5', text: '', head: reply });
    expect(Object.fromEntries((await listed('Held')).map(({ subject, state, reason }) => [subject, `${state}: ${reason}`]))).toEqual({
      'Held 1': 'held: unknownSender',
      'Held 2': 'held: foreignTicket',
      'Held 3': 'held: colleague',
      'Held 4': 'held: forged',
      'Held 5': 'held: empty',
    });
    expect(await read(ticket.id)).toMatchObject({ messages: 1 });
    const { rows } = await server.pool.query(`select title from messages where link = '/eEP/incomingMails'`);
    expect(rows.length).toBeGreaterThan(0);
  });

  it('that cannot be read is moved to “bad”', async () => {
    node.put(Buffer.from([0, 1, 2, 3, 255, 254]));
    await node.look();
    expect(node.reports('bad')).toContain('cannot be read');
  });
});

describe('a held mail', () => {
  const decide = (id: string, how: string, body: unknown, token = desk, headers: Record<string, string> = {}) =>
    server.call('POST', `/v0/incomingMails/${id}/${how}`, body, token, headers);

  it('opens a ticket or is added to one, once, with its files; the sender belongs to the ticket from then on', async () => {
    const files = [{ name: 'list.txt', bytes: Buffer.from('one, two') }];
    await arrive({ from: 'new@third.example', subject: 'Decide open', text: 'May I ask?', id: '<new@third>', files });
    const [mail] = await listed('Decide open');
    const key = { 'idempotency-key': 'open-held-mail' };
    for (let again = 0; again < 2; again += 1)
      expect((await decide(mail?.id ?? '', 'open', { merchantId: ids['M-1002'] }, desk, key)).code).toBe('OK');
    expect((await decide(mail?.id ?? '', 'open', { merchantId: ids['M-1002'] })).code).toBe('StateRefused');
    const made = await byMail('Decide open');
    expect(made).toHaveLength(1);
    const id = made[0]?.id ?? '';
    expect((await thread(id))[0]).toMatchObject({ by: 'new@third.example', text: 'May I ask?', files: [{ name: 'list.txt' }] });
    await say(id, 'Of course.');
    expect(await outOf(id)).toMatchObject([{ mail_to: 'new@third.example' }]);
    await arrive({ from: 'new@third.example', subject: 'Re: Decide open', text: 'Thanks.', head: 'In-Reply-To: <new@third>\r\n' });
    expect((await thread(id)).at(-1)).toMatchObject({ text: 'Thanks.', by: 'new@third.example' });

    const { ticket, mailId } = await answered('Decide add');
    await arrive({ from: 'helper@third.example', subject: 'Decide add', text: 'I help.', head: `In-Reply-To: ${mailId}\r\n` });
    const [second] = (await listed('Decide add')).filter(({ state }) => state === 'held');
    expect((await decide(second?.id ?? '', 'add', { ticketId: ticket.id })).code).toBe('OK');
    expect((await thread(ticket.id)).at(-1)).toMatchObject({ text: 'I help.', side: 'merchant', by: 'helper@third.example' });
    const { rows } = await server.pool.query('select mail_id from incoming_mail_sources where mail_id = any($1)', [[mail?.id, second?.id]]);
    expect(rows).toEqual([]);
  });

  it('can be dismissed; a merchant sees none and decides on none', async () => {
    await arrive({ from: 'spam@else.example', subject: 'Decide dismiss', text: 'Buy!' });
    const [mail] = await listed('Decide dismiss');
    expect((await server.call('GET', '/v0/incomingMails', undefined, merchant)).code).toBe('NotAllowed');
    expect((await decide(mail?.id ?? '', 'dismiss', undefined, merchant)).code).toBe('NotAllowed');
    expect((await decide(mail?.id ?? '', 'open', { merchantId: crypto.randomUUID() })).code).toBe('InvalidInput');
    expect((await decide(mail?.id ?? '', 'dismiss', undefined)).code).toBe('OK');
    expect((await listed('Decide dismiss'))[0]).toMatchObject({ state: 'dismissed' });
    expect(await byMail('Decide dismiss')).toEqual([]);
  });
});
