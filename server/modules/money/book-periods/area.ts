import { THIS_MONTH } from '#contract/core/condition';
import type { Condition } from '#contract/core/mask-condition';
import { writtenMonth } from '#contract/core/written-day';
import { bookPeriods as area, PERIOD_STATES } from '#contract/money/book-periods';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { bookPeriodRoutes } from './routes.ts';
import { bookPeriods as table } from './table.ts';

const MEANING = { open: 'work', soft: 'wait', closed: 'closed' } as const;
const fields = defineFields(area, {
  month: { kind: 'date', month: true, sort: true, filter: true, help: 'bookPeriods.help.month', width: 140 },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 160,
    options: PERIOD_STATES.map((value) => ({ value, label: `bookPeriods.states.${value}`, meaning: MEANING[value] })),
  },
  closedAt: { kind: 'instant', sort: true, width: 180 },
  closedBy: { kind: 'reference', area: 'users', filter: true, width: 180 },
  reason: { kind: 'text', multiline: true, width: 280 },
});
const is = (state: string): Condition => ({ field: 'state', op: 'eq', value: state });
/** Only a month that is over can be closed. */
const ended: Condition = { field: 'month', op: 'lt', value: THIS_MONTH };
const step = (key: string, path: string, when: Condition, privilege: string) => ({
  key,
  label: `bookPeriods.actions.${key}`,
  done: `bookPeriods.done.${key}`,
  confirmText: `bookPeriods.confirm.${key}`,
  on: 'row' as const,
  call: { method: 'POST' as const, path: `/v0/bookPeriods/:id/${path}` },
  privilege,
  when,
});

const MONTH_END = { path: '/accounting/month-end?month=:month', label: 'menu.monthEnd' } as const;

export const bookPeriods = defineServerArea({
  area,
  table,
  // The first of the month stands for it.
  worded: ({ month }, locale) => ({ rowTitle: writtenMonth(String(month).slice(0, 7), locale) }),
  wordedFrom: ['month'],
  masks: [
    defineMask(area, {
      key: 'accounting.period.list',
      icon: 'calendar',
      fields,
      columns: ['month', 'state', 'closedAt', 'closedBy', 'reason'],
      filters: ['month', 'state', 'closedBy'],
      sort: '-month',
      show: { main: ['month', 'state', 'closedAt', 'closedBy', 'reason'] },
      actions: [
        { ...step('softClose', 'softClose', { and: [is('open'), ended] }, 'bookPeriods.close'), confirm: 'submit' },
        {
          ...step('close', 'close', { and: [{ field: 'state', op: 'ne', value: 'closed' }, ended] }, 'bookPeriods.close'),
          confirm: 'submit',
        },
        {
          ...step('reopen', 'reopen', { field: 'state', op: 'ne', value: 'open' }, 'bookPeriods.reopen'),
          ask: { reason: { kind: 'text', label: 'bookPeriods.fields.reason', required: true, multiline: true, maxLength: 500 } },
        },
      ],
      next: [
        { when: is('soft'), action: 'close', text: 'bookPeriods.next.close', meaning: 'wait' },
        // What must be done before is on that page.
        { when: { and: [is('open'), ended] }, open: MONTH_END, text: 'bookPeriods.next.check', meaning: 'wait' },
        { when: is('open'), open: MONTH_END, text: 'bookPeriods.next.running' },
      ],
    }),
  ],
  routes: bookPeriodRoutes,
});
