import { sql } from 'drizzle-orm';
import { billingRuns as area } from '#contract/billing/billing-runs';
import { RUN_STATES } from '#contract/billing/charge-states';
import { ME } from '#contract/core/condition';
import type { FieldError } from '#contract/core/envelope';
import type { Condition } from '#contract/core/mask-condition';
import { statement } from '../../../core/db/statement.ts';
import { defineServerArea, type Saving } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { lockBilling } from '../billing-lock.ts';
import { billingRunRoutes } from './routes.ts';
import { billingRuns as table } from './table.ts';

const MEANING = { draft: 'wait', checked: 'wait', approved: 'work', posting: 'work', posted: 'done', cancelled: 'closed' } as const;
const fields = defineFields(area, {
  no: { kind: 'text', sort: true, filter: true, help: 'common.help.numbered', width: 110 },
  periodFrom: { kind: 'date', default: 'lastMonthStart', sort: true, filter: true, width: 120 },
  periodTo: { kind: 'date', default: 'lastMonthEnd', sort: true, filter: true, width: 120 },
  merchantIds: { kind: 'references', area: 'merchants', help: 'billingRuns.help.merchantIds', width: 220 },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 140,
    options: RUN_STATES.map((value) => ({ value, label: `billingRuns.states.${value}`, meaning: MEANING[value] })),
  },
  note: { kind: 'text', multiline: true, width: 240 },
  checkedAt: { kind: 'instant', width: 160 },
  notApprovedBy: { kind: 'reference', area: 'users', width: 160 },
  approvedAt: { kind: 'instant', width: 160 },
  approvedBy: { kind: 'reference', area: 'users', filter: true, width: 160 },
  reason: { kind: 'text', multiline: true, width: 240 },
  postedAt: { kind: 'instant', sort: true, width: 160 },
});

/** Another run of these days for one of these merchants. Runs for all merchants meet every other. */
const findMeeting = statement(
  { id: table.id },
  ({ id, from, to, merchantIds }: { id: string | null; from: string; to: string; merchantIds: string }) => sql`select id from billing_runs
    where id is distinct from ${id}::uuid and state <> 'cancelled' and deleted_at is null and daterange(period_from, period_to, '[]') && daterange(${from}::date, ${to}::date, '[]')
      and (merchant_ids = '{}' or ${merchantIds}::uuid[] = '{}' or merchant_ids && ${merchantIds}::uuid[]) limit 1`,
);

async function faults({ tx, values, current }: Saving<typeof area>): Promise<FieldError[]> {
  if (current && current.state !== 'draft') throw new DomainError('StateRefused', 'billingRuns.refusals.state');
  const { periodFrom: from = '', periodTo: to = '', merchantIds = [] } = { ...current, ...values };
  if (to < from) return [{ path: 'periodTo', rule: 'beforeStart' }];
  await lockBilling(tx);
  const meets = await findMeeting.first(tx, { id: current?.id ?? null, from, to, merchantIds: `{${merchantIds.join(',')}}` });
  return meets ? [{ path: 'periodFrom', rule: 'runMeets' }] : [];
}

const is = (...states: string[]): Condition => ({ field: 'state', op: 'in', value: states });
/** The house asks for a second person, and this one made the run. */
const isOwn = { field: 'notApprovedBy', op: 'eq', value: ME } as const;
const step = (key: string, when: Condition, privilege: string) => ({
  key,
  label: `billingRuns.actions.${key}`,
  done: `billingRuns.done.${key}`,
  on: 'row' as const,
  call: { method: 'POST' as const, path: `/v0/billingRuns/:id/${key}` },
  privilege,
  when,
});
const next = (state: string, action: string) => ({
  when: is(state),
  text: `billingRuns.next.${state}`,
  meaning: 'wait' as const,
  action,
});

export const billingRuns = defineServerArea({
  area,
  table,
  number: { field: 'no', prefix: 'AR-' },
  routes: billingRunRoutes,
  check: faults,
  masks: [
    defineMask(area, {
      key: 'accounting.run.list',
      icon: 'calculator',
      fields,
      facts: ['periodFrom', 'periodTo', 'approvedBy', 'reason', 'postedAt'],
      columns: ['no', 'periodFrom', 'periodTo', 'merchantIds', 'state', 'approvedBy', 'postedAt', { field: 'reason', hidden: true }],
      filters: ['no', 'periodFrom', 'periodTo', 'state', 'approvedBy'],
      sort: '-periodTo',
      show: {
        main: ['no', 'periodFrom', 'periodTo', 'merchantIds', 'note'],
        state: ['state', 'checkedAt', 'notApprovedBy', 'approvedAt', 'approvedBy', 'reason', 'postedAt'],
      },
      form: { layout: 'drawer', sections: { main: ['periodFrom', 'periodTo', 'merchantIds', 'note'] } },
      changeable: is('draft'),
      next: [
        next('draft', 'check'),
        { when: { and: [is('checked'), isOwn] }, text: 'billingRuns.next.second', meaning: 'wait' },
        next('checked', 'approve'),
        next('approved', 'post'),
      ],
      actions: [
        step('check', is('draft', 'checked'), 'billingRuns.update'),
        {
          ...step('approve', { and: [is('checked'), { not: isOwn }] }, 'billingRuns.approve'),
          ask: { reason: { kind: 'text', label: 'billingRuns.ask.reason', multiline: true, maxLength: 500 } },
        },
        { ...step('post', is('approved'), 'billingRuns.post'), confirmText: 'billingRuns.confirm.post' },
        {
          ...step('cancel', is('draft', 'checked', 'approved'), 'billingRuns.update'),
          danger: true,
          confirmText: 'billingRuns.confirm.cancel',
          inMenu: true,
        },
      ],
    }),
  ],
});
