import type pg from 'pg';

/** Teams and templates of the sample's tickets. */

type Client = pg.ClientBase;

/** name, topics, accounts of the members */
const TEAMS = [
  ['Customer service', ['delivery', 'stock'], ['employee@kontor.example', 'manager@kontor.example']],
  ['Accounting', ['billing'], ['finance@kontor.example', 'manager@kontor.example']],
] as const;

/** title, text in English, German and Chinese */
const TEMPLATES = [
  [
    'Parcel is being traced',
    'Hello {{name}},\n\nwe have asked the carrier to trace the parcel of order {{order}} and will write again when we have an answer. Your ticket is {{no}}.',
    'Guten Tag {{name}},\n\nwir haben den Frachtführer nach dem Paket zu Auftrag {{order}} gefragt und melden uns, sobald wir Antwort haben. Ihr Ticket hat die Nummer {{no}}.',
    '{{name}} 您好：\n\n我们已请承运商查询订单 {{order}} 的包裹，收到答复后会再次联系您。您的工单编号为 {{no}}。',
  ],
  [
    'Pictures of the damage, please',
    'Hello {{name}},\n\nplease add pictures of the damaged goods and of the packaging to this ticket. The carrier needs both.',
    'Guten Tag {{name}},\n\nbitte fügen Sie diesem Ticket Bilder der beschädigten Ware und der Verpackung hinzu. Der Frachtführer braucht beides.',
    '{{name}} 您好：\n\n请在此工单中上传受损商品和包装的照片，承运商两者都需要。',
  ],
] as const;

/** Teams that answer tickets, and answers that are written once. */
export async function loadSupport(client: Client): Promise<void> {
  for (const [name, topics, members] of TEAMS)
    await client.query(
      'insert into ticket_teams (name, topics, member_ids) values ($1, $2, array(select id from users where account = any($3::text[])))',
      [name, topics, members],
    );
  for (const template of TEMPLATES)
    await client.query('insert into answer_templates (title, text_en, text_de, text_cn) values ($1, $2, $3, $4)', [...template]);
}
