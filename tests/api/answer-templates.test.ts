import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillTemplate, isTemplate } from '#contract/support/answer-templates';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let desk: string;
let merchant: string;
beforeAll(async () => {
  server = await startServer({ sample: true });
  [desk, merchant] = [await server.signIn('employee'), await server.signIn('merchant')];
});
afterAll(() => server.close());

const save = (title: string, texts: Record<string, string>, token = desk) =>
  server.call('POST', '/v0/answerTemplates', { title, ...texts }, token);
const ticket = async (more: Record<string, unknown> = {}) => {
  const body = { topic: 'damage', subject: 'Tea pot broken', text: 'In pieces.', ...more };
  return (await server.call<{ id: string; no: string }>('POST', '/v0/tickets', body, merchant)).data;
};
const offered = (id: string, token = desk) =>
  server.call<{ title: string; text: string }[]>('GET', `/v0/tickets/${id}/templates`, undefined, token);

describe('a template of an answer', () => {
  it('comes in the asker’s language with number, name and order filled in', async () => {
    await save('Claim', { textEn: 'Dear {{name}}, {{no}} ({{ order }})', textDe: 'Guten Tag {{name}}, {{no}}', textCn: '' });
    const { rows: houses } = await server.pool.query("select id from merchants where no = 'M-1001'");
    const goods = { kind: 'inbound', merchantId: houses[0].id, pickupDate: '2031-05-10', lines: [{ sku: 'TEE-EARL-250', qty: 1 }] };
    const order = (await server.call<{ id: string; no: string }>('POST', '/v0/tasks', goods, desk)).data;
    const made = await ticket({ taskId: order.id });
    const { rows: users } = await server.pool.query("select name from users where account = 'merchant@kontor.example'");
    const textOf = async (locale: string) => {
      await server.pool.query("update users set locale = $1 where account = 'merchant@kontor.example'", [locale]);
      return (await offered(made.id)).data.find(({ title }) => title === 'Claim')?.text;
    };
    expect(await textOf('en')).toBe(`Dear ${users[0].name}, ${made.no} (${order.no})`);
    expect(await textOf('de')).toBe(`Guten Tag ${users[0].name}, ${made.no}`);
    // Nothing in Chinese: English stands in.
    expect(await textOf('cn')).toContain('Dear');
  });

  it('is refused with an unknown placeholder or without any text', async () => {
    const refused = await save('Wrong', { textEn: 'Hello {{customer}}' });
    expect(refused).toMatchObject({ code: 'InvalidInput', data: [{ path: 'textEn', rule: 'placeholder' }] });
    expect(await save('Empty', {})).toMatchObject({ code: 'InvalidInput', data: [{ path: 'textEn', rule: 'required' }] });
  });

  it('is for the house alone', async () => {
    expect((await offered((await ticket()).id, merchant)).code).toBe('NotAllowed');
    expect((await save('Mine', { textEn: 'x' }, merchant)).code).toBe('NotAllowed');
  });

  it.each([
    ['{{no}} {{ name }}', true],
    ['{one} brace', true],
    ['{{nobody}}', false],
    ['{{no}', false],
    ['{{no', false],
    ['no}}', false],
  ])('%s is a template: %s', (text, valid) => {
    expect(isTemplate(text)).toBe(valid);
  });

  it('reads no placeholder in a value', () => {
    expect(fillTemplate('{{name}} {{no}}', { name: '{{no}}', no: '1', order: '' })).toBe('{{no}} 1');
  });
});
