// Why a row stands under “Do these first”, by when it is to be done, and what helps.
import { sql } from 'drizzle-orm';
import { allows } from '#contract/core/access';
import { holds } from '#contract/core/condition';
import type { FirstReason } from '#contract/core/home';
import type { Mask } from '#contract/core/mask';
import { daysOverdue } from '#contract/money/open';
import { COMMANDS, isCommand } from '#contract/orders/actions';
import type { MissingFact } from '#contract/orders/missing-facts';
import { TASK_TEXTS } from '#contract/orders/texts';
import { WORK_NEEDS, workPath } from '#contract/orders/work-paths';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { type Actor, isOutside } from '../../core/http/actor.ts';
import type { Values } from '../../core/http/area.ts';
import { runAsHouse } from '../../core/http/write.ts';
import { dunningHolds } from '../money/dunning-holds/table.ts';
import { remindersOf } from '../money/index.ts';
import { firstMissing } from '../orders/index.ts';

type Reading = {
  tx: Db;
  actor: Actor;
  mask: Mask;
  rows: readonly Values[];
  today: string;
  opens: (paths: readonly string[]) => string | undefined;
};
type Reasons = (reading: Reading) => Promise<FirstReason[]>;

const textOf = (row: Values, field: string): string => {
  const value = row[field];
  return typeof value === 'string' ? value : '';
};
const idOf = (row: Values): string => textOf(row, 'id');

/** The fields that say by when a row is to be done: the first one that has a day or an instant. */
const DUE: Readonly<Record<string, readonly string[]>> = { tasks: ['cutOffAt'], tickets: ['dueAt'] };
/** By when a row is to be done: YYYY-MM-DD, an instant, or null. Merchants and carriers are not told when the house answers. */
export const dueOfRow = (area: string, row: Values, actor: Actor): string | null =>
  area === 'tickets' && isOutside(actor)
    ? null
    : ((DUE[area] ?? ['dueDate', 'wantedOn']).map((field) => textOf(row, field)).find(Boolean) ?? null);

const NOTHING = { values: {}, reason: '', day: null, by: '', action: null } satisfies Partial<FirstReason>;

/** The verb of what helps, if this user may do it, and the station where it is done. What needs no station is done at once. */
function helpOf({ action }: MissingFact, no: string, { actor, opens }: Reading): FirstReason['action'] {
  const house = !isOutside(actor);
  if (action === null) return null;
  if (isCommand(action)) {
    const { audience, privilege } = COMMANDS[action];
    const may = allows(actor.privileges, `tasks.${privilege}`) && (house || audience.some((one) => one === 'merchant'));
    return may ? { label: TASK_TEXTS.command(action), path: null, does: { kind: 'command', name: action } } : null;
  }
  const needs = WORK_NEEDS[action];
  if (!house || action === 'track' || (needs !== undefined && !allows(actor.privileges, needs))) return null;
  const path = workPath(action, no);
  const label = TASK_TEXTS.work(action);
  if (path === null) return { label, path, does: { kind: 'work', name: action } };
  return { label, path: opens([path.replace(/\?.*/, '')]) === undefined ? null : path, does: null };
}

const ofOrders: Reasons = async (reading) => {
  // The rows are in the scope of the user. Their facts are read by the house, as on the order's page.
  const found = await runAsHouse(reading.tx, () => firstMissing(reading.tx, reading.rows.map(idOf)));
  const missing = new Map(found.map((one) => [one.id, one]));
  return reading.rows.flatMap((row) => {
    const first = missing.get(idOf(row));
    if (!first) return [];
    const { fact, params, reason, no } = first;
    return [
      {
        ...NOTHING,
        id: idOf(row),
        text: TASK_TEXTS.missing(fact),
        values: params,
        reason,
        due: dueOfRow('tasks', row, reading.actor),
        by: textOf(row, 'carrierIdLabel'),
        action: helpOf(first, no, reading),
      },
    ];
  });
};

const ofTickets: Reasons = async ({ rows, actor }) =>
  rows.map((row) => ({
    ...NOTHING,
    id: idOf(row),
    text: isOutside(actor) ? 'home.why.answerToUs' : 'home.why.answerToMerchant',
    due: dueOfRow('tickets', row, actor),
    action: { label: 'home.answer', path: null, does: null },
  }));

const findHolds = statement(
  {
    id: cell.uuid,
    until: orNull(cell.text),
    kind: { optional: dunningHolds.kind },
    reason: { optional: dunningHolds.reason },
    level: cell.integer,
  },
  ({ ids, today }: { ids: readonly string[]; today: string }) => sql`select i.id, h.until::text as until, h.kind, h.reason,
      coalesce((select max(d.level) from dunning_items d where d.invoice_id = i.id and d.sent_on is not null), 0) as level
    from unnest(${uuids(ids)}) as i(id) left join lateral (select h.until, h.kind, h.reason from dunning_holds h where h.invoice_id = i.id and h.deleted_at is null
      and (h.until is null or h.until >= ${today}::date) order by h.until desc nulls first limit 1) h on true`,
  [{ ids: [], today: '2026-01-01' }],
);

type Hold = Awaited<ReturnType<typeof findHolds>>[number];
const lateText = (hold: Hold | undefined): string => {
  if (hold?.kind === 'promise') return 'home.why.promised';
  if (hold?.kind === 'block') return hold.until === null ? 'home.why.blocked' : 'home.why.blockedUntil';
  return (hold?.level ?? 0) > 0 ? 'home.why.reminded' : 'home.why.notReminded';
};

/** An invoice is late: by how many days, how often it was asked for, or until when its payment is promised. A reminder that is due comes next. */
const ofInvoices: Reasons = async (reading) => {
  const { tx, actor, mask, rows, today } = reading;
  if (isOutside(actor)) return ofMask(reading);
  const reminders = await remindersOf(tx, rows.map(idOf), today);
  const stepOf = (key: string): FirstReason['action'] => {
    const action = mask.actions?.find((one) => one.key === key);
    return action && (action.privilege === undefined || allows(actor.privileges, action.privilege))
      ? { label: action.label, path: null, does: { kind: 'action', name: key } }
      : null;
  };
  const found = new Map((await findHolds(tx, { ids: rows.map(idOf), today })).map((hold) => [hold.id, hold]));
  return rows.map((row) => {
    const hold = found.get(idOf(row));
    const due = dueOfRow('invoices', row, actor);
    return {
      ...NOTHING,
      id: idOf(row),
      text: lateText(hold),
      values: { count: due === null ? 0 : Math.max(0, daysOverdue(due, today)), level: hold?.level ?? 0 },
      day: hold?.until ?? null,
      reason: hold?.reason ?? '',
      due,
      action: stepOf(reminders.get(idOf(row))?.reason === null ? 'remind' : 'recordPayment'),
    };
  });
};

/** The first step of the mask whose condition is true, as on the record's page. */
const ofMask: Reasons = async ({ mask, rows, actor, opens }) =>
  rows.flatMap((row) => {
    const actionOf = (key: string | undefined) => mask.actions?.find((action) => action.key === key);
    const step = mask.next?.find((one) => holds(one.when ?? actionOf(one.action)?.when, row, actor.actingId));
    if (!step) return [];
    const action = actionOf(step.action);
    const open = step.open && opens([step.open.path.replace(/\?.*/, '')]) !== undefined ? step.open : undefined;
    const may = (privilege: string | undefined): boolean => privilege === undefined || allows(actor.privileges, privilege);
    return [
      {
        ...NOTHING,
        id: idOf(row),
        text: step.text,
        due: dueOfRow(mask.area, row, actor),
        action:
          action && may(action.privilege)
            ? { label: action.label, path: null, does: { kind: 'action', name: action.key } }
            : open && may(open.privilege)
              ? { label: open.label, path: open.path, does: null }
              : null,
      },
    ];
  });

const BY_AREA: Readonly<Record<string, Reasons>> = { tasks: ofOrders, tickets: ofTickets, invoices: ofInvoices };

/** Why each of these rows stands there. A row of which nothing is known is left out. */
export const reasonsOf = (area: string, reading: Reading): Promise<FirstReason[]> => (BY_AREA[area] ?? ofMask)(reading);
