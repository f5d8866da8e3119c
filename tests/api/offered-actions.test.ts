/** What a screen of the books offers for a record, the server does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allows } from '#contract/core/access';
import { holds } from '#contract/core/condition';
import { houseToday } from '#contract/core/house-day';
import type { ActionSpec, FieldSpec, Mask } from '#contract/core/mask';
import type { Condition } from '#contract/core/mask-condition';
import { encodeFilters } from '#contract/core/query';
import { MODULES } from '../../server/modules/index.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Row = Record<string, unknown> & { id: string };
type Screen = { area: string; mask: Mask };

/** Refusals that a condition on the row cannot foresee, because they depend on other records or on a line that a person chooses. */
const FROM_ELSEWHERE: readonly { action: string; refusal: string; unless?: Partial<Row> }[] = [
  // A line that was credited or disputed before; of an invoice that is reversed no line is left.
  { action: 'dispute', refusal: 'chargeDisputes.refusals.nothingToDispute', unless: { status: 'reversed' } },
  { action: 'dispute', refusal: 'chargeDisputes.refusals.alreadyDisputed', unless: { status: 'reversed' } },
  // The days for it stand in the terms of the merchant.
  { action: 'dispute', refusal: 'chargeDisputes.refusals.tooLate', unless: { status: 'reversed' } },
  // Credit notes that are drafts, or were posted after this draft was made.
  { action: 'credit', refusal: 'invoices.refusals.allTakenBack', unless: { status: 'reversed' } },
  { action: 'reverse', refusal: 'invoices.refusals.allTakenBack', unless: { status: 'reversed' } },
  { action: 'postCreditNote', refusal: '[{"path":"lines.0.qty","rule":"tooBig","params":{"max":0}}]' },
  // It stands among the sent mails, where it is sent again.
  { action: 'send', refusal: 'outgoingMails.refusals.alreadySent' },
  // Months are closed and reopened in their order.
  { action: 'close', refusal: 'bookPeriods.refusals.earlierOpen' },
  { action: 'reopen', refusal: 'bookPeriods.refusals.laterClosed' },
];
const isKnown = (row: Row, action: string, why: string): boolean =>
  FROM_ELSEWHERE.some(
    ({ action: of, refusal, unless }) =>
      of === action && refusal === why && !(unless && Object.entries(unless).every(([name, value]) => row[name] === value)),
  );

const screens: Screen[] = MODULES.filter(({ name }) => ['money', 'bank', 'billing'].includes(name)).flatMap(({ areas }) =>
  areas.flatMap(({ area, masks }) => masks.map((mask) => ({ area: area.name, mask }))),
);
/** Their screens offer no calls. */
const isForCarrier = ({ mask }: Screen): boolean => mask.key.startsWith('c5r.');
const isForMerchant = ({ mask }: Screen): boolean => mask.key.startsWith('mEP.');
const ROLES: Record<string, (screen: Screen) => boolean> = {
  finance: (screen) => !isForCarrier(screen) && !isForMerchant(screen),
  manager: (screen) => !isForCarrier(screen) && !isForMerchant(screen),
  merchant: isForMerchant,
};

let server: TestServer;
const tokens: Record<string, string> = {};
const privileges: Record<string, ReadonlySet<string>> = {};
const users: Record<string, string> = {};
beforeAll(async () => {
  server = await startServer({ sample: true });
  for (const role of Object.keys(ROLES)) {
    tokens[role] = await server.signIn(role);
    const { rows } = await server.pool.query(
      `select u.id, array(select p.key from privileges p where p.id = any(r.privilege_ids)) as keys from users u join roles r on r.key = $1 where u.account = $2`,
      [role, `${role}@kontor.example`],
    );
    privileges[role] = new Set(rows[0].keys);
    users[role] = rows[0].id;
  }
});
afterAll(() => server.close());

/** The parts of a condition that compare one field. */
const parts = (condition: Condition | undefined): Condition[] => {
  if (!condition) return [];
  if ('and' in condition) return condition.and.flatMap(parts);
  if ('or' in condition) return condition.or.flatMap(parts);
  return 'not' in condition ? parts(condition.not) : [condition];
};
/** The state of a row as the conditions of its screen tell it from others, with its status. */
const stateOf = (mask: Mask, row: Row): string =>
  [
    ...['status', 'state', 'kind', 'source'].map((field) => String(row[field] ?? '')),
    ...(mask.actions ?? []).flatMap(({ when }) => parts(when)).map((part) => Number(holds(part, row))),
  ].join(' ');

function valueOf(field: FieldSpec): unknown {
  if ('default' in field && field.default !== undefined) return field.default;
  switch (field.kind) {
    case 'date':
      return houseToday();
    case 'number':
    case 'decimal':
    case 'money':
      return ('min' in field ? field.min : undefined) ?? 1;
    case 'boolean':
      return true;
    case 'choice':
      return field.options[0]?.value;
    case 'text':
      return 'As agreed by telephone';
    default:
      return undefined;
  }
}
function bodyOf({ call, ask = {} }: ActionSpec): Record<string, unknown> | undefined {
  const asked: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(ask)) if (field.required) asked[name] = valueOf(field);
  const body = { ...call?.body, ...asked };
  return Object.keys(body).length > 0 ? body : undefined;
}

const isOffered = (role: string, { when, privilege }: ActionSpec, row: Row): boolean =>
  holds(when, row, users[role]) && (privilege === undefined || allows(privileges[role] ?? new Set(), privilege));
const readAll = async (role: string, { area, mask }: Screen): Promise<Row[]> => {
  const shown = new URLSearchParams([...new URLSearchParams(encodeFilters(mask.fixed ?? [])), ['l', '100']]);
  const answer = await server.call<Row[]>('GET', `/v0/${area}?${shown}`, undefined, tokens[role]);
  expect(answer.code).toBe('OK');
  return answer.data;
};

describe.each(Object.keys(ROLES))('what is offered to the role %s', (role) => {
  const mine = screens.filter(
    (screen) => ROLES[role]?.(screen) && (screen.mask.actions ?? []).some(({ on, call }) => on === 'row' && call),
  );
  it.each(mine.map((screen) => [screen.mask.key, screen] as const))('on the screen %s is done in each state', async (_, screen) => {
    if (!allows(privileges[role] ?? new Set(), `${screen.area}.read`)) return;
    const refused: string[] = [];
    for (const action of screen.mask.actions ?? []) {
      const { call, on, key } = action;
      if (!call || on !== 'row') continue;
      const seen = new Set<string>();
      for (const row of await readAll(role, screen)) {
        const state = stateOf(screen.mask, row);
        if (seen.has(state) || !isOffered(role, action, row)) continue;
        seen.add(state);
        const body = bodyOf(action);
        const query = call.method === 'GET' && body ? `?${new URLSearchParams(body as Record<string, string>)}` : '';
        const path = call.path.replace(':id', row.id) + query;
        const send = call.method === 'GET' ? undefined : body;
        const response = await fetch(server.url + path, {
          method: call.method,
          headers: { 'x-token': tokens[role] ?? '', ...(send ? { 'content-type': 'application/json' } : {}) },
          ...(send ? { body: JSON.stringify(send) } : {}),
        });
        const text = await response.text();
        const answer = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : { code: response.ok ? 'OK' : 'failed' };
        const why = typeof answer.data === 'string' ? answer.data : JSON.stringify(answer.data ?? null);
        if (answer.code !== 'OK' && !isKnown(row, key, why)) refused.push(`${key} [${state}]: ${answer.code} ${why}`);
      }
    }
    expect(refused).toEqual([]);
  });
});
