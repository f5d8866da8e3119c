import { sql } from 'drizzle-orm';
import { CURRENCIES } from '#contract/core/fields';
import { tariffs as area, TARIFF_STATUSES } from '#contract/trade/tariffs';
import { command } from '../../../core/db/statement.ts';
import { defineServerArea } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { tariffRoutes } from './routes.ts';
import { tariffs as table } from './table.ts';

const MEANING = { draft: 'wait', active: 'done' } as const;

const fields = defineFields(area, {
  name: { kind: 'text', sort: true, filter: true, width: 240 },
  revision: { kind: 'number', sort: true, width: 100 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180, help: 'tariffs.help.merchantId' },
  currency: {
    kind: 'choice',
    filter: true,
    width: 90,
    options: CURRENCIES.map((value) => ({ value, label: { en: value, cn: value, de: value } })),
  },
  validFrom: { kind: 'date', sort: true, filter: true, width: 120 },
  validTo: { kind: 'date', sort: true, filter: true, width: 120, help: 'tariffs.help.validTo' },
  status: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 120,
    options: TARIFF_STATUSES.map((value) => ({ value, label: `tariffs.statuses.${value}`, meaning: MEANING[value] })),
  },
  replacesId: { kind: 'reference', area: 'tariffs', width: 180 },
  activatedAt: { kind: 'instant', width: 160 },
  activatedBy: { kind: 'reference', area: 'users', width: 160 },
  note: { kind: 'text', multiline: true, width: 240 },
});

/** Rules keep the merchant and currency of their tariff, by which they are found. */
const passOn = command(
  ({ id }: { id: string }) => sql`update price_rules r set merchant_id = t.merchant_id, currency = t.currency
    from tariffs t where t.id = ${id}::uuid and r.tariff_id = t.id and (r.merchant_id, r.currency) is distinct from (t.merchant_id, t.currency)`,
);
/** All at the time of the transaction, by which a recovery finds those that were deleted together. */
const deleteRules = command(
  ({ id }: { id: string }) =>
    sql`update price_rules set deleted_at = now(), version = version + 1 where tariff_id = ${id}::uuid and deleted_at is null`,
);
const recoverRules = command(
  ({ id }: { id: string }) => sql`update price_rules set deleted_at = null, version = version + 1 where tariff_id = ${id}::uuid
    and deleted_at = (select max(deleted_at) from price_rules where tariff_id = ${id}::uuid)`,
);
const purgeRules = command(({ id }: { id: string }) => sql`delete from price_rules where tariff_id = ${id}::uuid`);

const active = { field: 'status', op: 'eq', value: 'active' } as const;
const draft = { field: 'status', op: 'eq', value: 'draft' } as const;

export const tariffs = defineServerArea({
  area,
  table,
  routes: tariffRoutes,
  related: [
    { area: 'priceRules', by: 'tariffId', columns: ['name', 'categoryId', 'mode', 'bands', 'countries', 'markup'] },
    { area: 'tariffs', by: 'replacesId', columns: ['name', 'revision', 'validFrom', 'status'], side: true },
  ],
  check: ({ current }) => {
    if (current?.status === 'active') throw new DomainError('StateRefused', 'tariffs.refusals.frozen');
    return [];
  },
  afterSave: ({ tx, row }) => passOn(tx, { id: row.id }),
  onDelete: ({ tx, id }) => deleteRules(tx, { id }),
  afterRecover: ({ tx, id }) => recoverRules(tx, { id }),
  beforePurge: ({ tx, id }) => purgeRules(tx, { id }),
  masks: [
    defineMask(area, {
      key: 'a8g.tariff.list',
      icon: 'calculator',
      fields,
      columns: ['name', 'revision', 'merchantId', 'currency', 'status', 'validFrom', 'validTo', { field: 'activatedAt', hidden: true }],
      filters: ['name', 'merchantId', 'currency', 'status', 'validFrom', 'validTo'],
      sort: '-validFrom',
      facts: ['revision', 'merchantId', 'currency', 'validFrom', 'validTo'],
      show: { main: ['name', 'note'], history: ['replacesId', 'activatedAt', 'activatedBy'] },
      form: { layout: 'drawer', sections: { main: ['name', 'merchantId', 'currency', 'validFrom', 'note'] } },
      changeable: draft,
      next: [
        { when: draft, text: 'tariffs.next.draft', meaning: 'wait', action: 'activate' },
        { when: active, text: 'tariffs.next.active', meaning: 'done', action: 'copy' },
      ],
      actions: [
        {
          key: 'activate',
          label: 'tariffs.actions.activate',
          done: 'tariffs.done.activate',
          on: 'row',
          call: { method: 'POST', path: '/v0/tariffs/:id/activate' },
          privilege: 'tariffs.activate',
          confirmText: 'tariffs.confirm.activate',
          when: draft,
        },
        {
          key: 'copy',
          label: 'tariffs.actions.copy',
          on: 'row',
          call: { method: 'POST', path: '/v0/tariffs/:id/copy' },
          // The copy, whose prices are changed next.
          open: '/meta/tariffs/:id',
          privilege: 'tariffs.create',
        },
        {
          key: 'withdraw',
          label: 'tariffs.actions.withdraw',
          done: 'tariffs.done.withdraw',
          on: 'row',
          call: { method: 'POST', path: '/v0/tariffs/:id/withdraw' },
          privilege: 'tariffs.activate',
          inMenu: true,
          when: active,
        },
      ],
    }),
  ],
});
