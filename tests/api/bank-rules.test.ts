import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MadeRule, RuleOffer } from '#contract/bank/learned-rule';
import { openBank } from '../support/bank-desk.ts';
import { germanIban } from '../support/bank-files.ts';

const house = await openBank();
const { server, finance, merchant, bankAccountId, post, store, entryOf, movement } = house;
afterAll(() => server.close());

const TELEKOM = germanIban('20041133', 555);
const accounts = new Map<string, string>();
const telephone = (ref: string, over = {}) =>
  movement(ref, -4760, { name: 'Telekom', iban: TELEKOM, purpose: `Festnetz ${ref} 2026`, ...over });

beforeAll(async () => {
  for (const [no, name] of [
    ['4920', 'Telephone'],
    ['4985', 'Tools'],
  ] as const) {
    const made = await post('accounts', { no, name, kind: 'expense', currency: 'EUR' });
    accounts.set(no, made.data?.id ?? '');
  }
  const { rows } = await server.pool.query<{ no: string; id: string }>(`select no, id from accounts where no in ('4920', '4985')`);
  for (const { no, id } of rows) accounts.set(no, id);
});

async function bookTo(ref: string, no: string): Promise<string> {
  const { id, amount } = await entryOf(ref);
  const parts = [{ kind: 'account', amount, accountId: accounts.get(no), taxId: null, text: '' }];
  expect(await post(`bankEntries/${id}/book`, { parts })).toMatchObject({ code: 'OK' });
  return id;
}
const offer = async (id: string) => (await server.call<RuleOffer | null>('GET', `/v0/bankEntries/${id}/rule`, undefined, finance)).data;

describe('what somebody booked to an account by hand', () => {
  it('is offered as a rule, and proposed without one once it was booked three times', async () => {
    await store(['A1', 'A2', 'A3'].map((ref) => telephone(ref)));
    expect((await entryOf('A1')).proposals).toEqual([]);
    const first = await bookTo('A1', '4920');
    expect(await offer(first)).toEqual({
      name: 'Telekom → 4920',
      side: 'out',
      text: '',
      iban: TELEKOM,
      accountId: accounts.get('4920'),
      account: '4920 Telephone',
      times: 1,
    });
    await bookTo('A2', '4920');
    expect(await offer(await bookTo('A3', '4920'))).toMatchObject({ times: 3 });
    await store([telephone('A4')]);
    const habit = await entryOf('A4');
    expect(habit).toMatchObject({ state: 'proposed', automatic: false });
    expect(habit.proposals).toMatchObject([{ basis: 'habit', reasons: [{ code: 'bookedBefore', params: { n: 3 } }] }]);
    // What was undone is no habit.
    expect(await post(`bankEntries/${first}/undo`, { reason: 'wrong' })).toMatchObject({ code: 'OK' });
    expect(await post('bankEntries/match', { bankAccountId })).toMatchObject({ code: 'OK' });
    expect((await entryOf('A4')).proposals).toEqual([]);
  });

  it('becomes a rule once, which proposes and names itself, until it is deleted', async () => {
    const entry = await entryOf('A2');
    const make = (headers = {}) => server.call<MadeRule>('POST', `/v0/bankEntries/${entry.id}/rule`, undefined, finance, headers);
    const key = { 'idempotency-key': randomUUID() };
    const made = await make(key);
    expect(made).toMatchObject({ code: 'OK', data: { name: 'Telekom → 4920', isNew: true } });
    expect((await make(key)).data).toEqual(made.data);
    // Another call, or a second click elsewhere, finds it.
    expect(await make()).toMatchObject({ data: { id: made.data.id, isNew: false } });
    const { rows } = await server.pool.query(`select name, side, iban, text, automatic, active from bank_rules where iban = $1`, [TELEKOM]);
    expect(rows).toEqual([{ name: 'Telekom → 4920', side: 'out', iban: TELEKOM, text: '', automatic: false, active: true }]);
    expect(await entryOf('A4')).toMatchObject({
      automatic: false,
      proposals: [{ basis: 'rule', reasons: [{ code: 'ruleText', params: { name: 'Telekom → 4920' } }] }],
    });
    expect(await offer(entry.id)).toBeNull();
    expect(await server.call('DELETE', `/v0/bankRules/${made.data.id}`, undefined, finance)).toMatchObject({ code: 'OK' });
    await post('bankEntries/match', { bankAccountId });
    expect((await entryOf('A4')).proposals).toEqual([]);
    expect(await offer(entry.id)).toMatchObject({ name: 'Telekom → 4920' });
  });

  it('becomes a rule beside one of another bank account and one that was switched off, under a name of its own', async () => {
    const { rows } = await server.pool.query<{ id: string }>(
      `insert into accounts (no, name, kind, currency) values ('1210', 'Savings', 'bank', 'EUR') returning id`,
    );
    const savings = { name: 'Savings', iban: germanIban('20041133', 99), accountId: rows[0]?.id };
    const other = await post('bankAccounts', savings);
    const rule = { side: 'out', iban: TELEKOM, accountId: accounts.get('4920') };
    const made = [
      await post('bankRules', { ...rule, name: 'Of savings', bankAccountId: other.data?.id }),
      await post('bankRules', { ...rule, name: 'Telekom → 4920', active: false }),
    ];
    expect([other, ...made].map(({ code }) => code)).toEqual(['OK', 'OK', 'OK']);
    expect(await offer((await entryOf('A2')).id)).toMatchObject({ name: 'Telekom → 4920 (2)' });
    for (const { data } of made) await server.call('DELETE', `/v0/bankRules/${data?.id}`, undefined, finance);
  });

  it('is told apart by its words where one account was booked to two', async () => {
    await store([telephone('B1', { purpose: 'Router Kauf 77' }), telephone('B2', { purpose: 'Router Kauf 78' })]);
    const id = await bookTo('B1', '4985');
    expect(await offer(id)).toMatchObject({ name: 'Telekom Router Kauf → 4985', text: 'Router Kauf', iban: TELEKOM, times: 1 });
    expect(await post(`bankEntries/${id}/rule`)).toMatchObject({ code: 'OK' });
    expect((await entryOf('B2')).proposals).toMatchObject([{ basis: 'rule', title: '4985 Tools' }]);
    expect((await entryOf('A4')).proposals).toEqual([]);
  });

  it('is no rule if it was split, not booked, or without anything that comes again', async () => {
    await store([movement('C1', -777, { name: '', iban: '', purpose: '4711' }), movement('C2', -888, { name: 'Toolshop', iban: '' })]);
    const refused = { code: 'StateRefused', data: 'bankEntries.refusals.noRule' };
    const open = await entryOf('C1');
    expect(await post(`bankEntries/${open.id}/rule`)).toMatchObject(refused);
    expect(await offer(await bookTo('C1', '4985'))).toBeNull();
    expect(await post(`bankEntries/${open.id}/rule`)).toMatchObject(refused);
    const { id } = await entryOf('C2');
    const part = (amount: number, no: string) => ({ kind: 'account', amount, accountId: accounts.get(no), taxId: null, text: '' });
    expect(await post(`bankEntries/${id}/book`, { parts: [part(-800, '4985'), part(-88, '4920')] })).toMatchObject({ code: 'OK' });
    expect(await offer(id)).toBeNull();
  });

  it('becomes a rule by who may make rules, and by nobody else', async () => {
    const { id } = await entryOf('A2');
    for (const token of [merchant, await server.signIn('warehouse')]) {
      expect(await server.call('GET', `/v0/bankEntries/${id}/rule`, undefined, token)).toMatchObject({ code: 'NotAllowed' });
      expect(await post(`bankEntries/${id}/rule`, undefined, token)).toMatchObject({ code: 'NotAllowed' });
    }
  });
});
