import { sql } from 'drizzle-orm';
import type { EnterCharge } from '#contract/billing/charges';
import type { FieldError } from '#contract/core/envelope';
import { houseToday } from '#contract/core/house-day';
import { BILLED } from '#contract/money/circles';
import type { Db } from '../../core/db/client.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Areas } from '../../core/http/area.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { findFile } from '../../core/http/file-scope.ts';
import { tasks } from '../orders/tasks/table.ts';
import { quotationCategories } from '../trade/quotation-categories/table.ts';
import { lockBilling } from './billing-lock.ts';
import { billedCurrency, GIVEN_PRICE } from './charge-cases.ts';
import { charges } from './charges/table.ts';
import { checkRun } from './check-run.ts';
import { unpriceGroups } from './collect-charges.ts';
import { lockCharge } from './dispute-statements.ts';
import { findRun, isDisputed } from './hold-charge.ts';
import { dims, weekday, yesNo } from './meters/fact.ts';
import { lockRun } from './run-statements.ts';

/** Charges that a person enters, and takes back. Such a charge is its own source: no meter counts it, so no collector takes it back. */

const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `charges.refusals.${reason}`);
};

const findMerchant = statement(
  { currency: cell.oneOf(BILLED) },
  ({ id, day }: { id: string; day: string }) =>
    sql`select ${billedCurrency(sql`${day}::date`)} as currency from merchants m where m.id = ${id}::uuid and m.deleted_at is null`,
);
const findCategory = statement(
  { unit: quotationCategories.unit },
  ({ id }: { id: string }) => sql`select unit from quotation_categories where id = ${id}::uuid and active and deleted_at is null`,
);
const findTask = statement(
  { merchantId: tasks.merchantId },
  ({ id }: { id: string }) => sql`select merchant_id from tasks where id = ${id}::uuid and deleted_at is null`,
);

type Given = { currency: string; parts: string; exact: string };
type Entered = Omit<EnterCharge, 'currency'> & { part: string; state: 'noPrice' | 'open'; given: Given | null };
/** With an order, the conditions of prices are those of the order. */
const insertCharge = statement(
  { id: charges.id },
  ({ merchantId, categoryId, happenedOn, qty, unitPrice, taskId, reason, file, part, state, given }: Entered) => sql`
    with one as materialized (select kontor_uuid7() as id)
    insert into charges (id, merchant_id, category_id, source_kind, source_id, part, happened_on, task_id, qty, facts, reason, file, state, currency, unit_price, parts, exact, priced_at)
    select one.id, ${merchantId}::uuid, ${categoryId}::uuid, 'manual', one.id, ${part}, ${happenedOn}::date, t.id, ${qty}::bigint,
      jsonb_strip_nulls(jsonb_build_object('orderId', t.id, 'country', nullif(t.consignee->>'country', ''), 'carrierId', t.carrier_id, 'dims', ${dims(
        {
          service: sql`nullif(t.service, '')`,
          priority: sql`t.priority`,
          transportMode: sql`t.transport_mode`,
          dangerous: sql`case when t.id is not null then ${yesNo(sql`t.danger_goods`)} end`,
          weekday: weekday(sql`${happenedOn}::date`),
        },
      )})), ${reason}, ${file}, ${state}, ${given?.currency ?? null}, ${unitPrice}::bigint, ${given?.parts ?? null}::jsonb, ${given?.exact ?? '0'}::bigint,
      case when ${state} = 'open' then clock_timestamp() end
    from one left join tasks t on t.id = ${taskId}::uuid returning id`,
  [
    {
      merchantId: '',
      categoryId: '',
      happenedOn: '2026-01-01',
      qty: 1,
      unitPrice: null,
      taskId: null,
      reason: '',
      file: null,
      part: '',
      state: 'noPrice',
      given: null,
    },
  ],
);

type Context = { tx: Db; areas: Areas; actor: Actor };

/** What refers to nothing: merchant, service, order, file. */
async function wrongReferences({ tx, areas, actor }: Context, asked: EnterCharge): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  if (asked.taskId !== null) {
    const task = await findTask.first(tx, { id: asked.taskId });
    if (!task) errors.push({ path: 'taskId', rule: 'reference' });
    else if (task.merchantId !== asked.merchantId) errors.push({ path: 'taskId', rule: 'orderOfOther' });
  }
  if (asked.file !== null && !(await findFile(tx, areas, actor, asked.file))) errors.push({ path: 'file', rule: 'reference' });
  return errors;
}

/**
 * Enters a charge. Without a price the tariff prices it, as any other. Its day may be long ago: the next run takes what earlier runs missed.
 * @returns its id @throws DomainError InvalidInput with all faults
 */
export async function enterCharge(context: Context, asked: EnterCharge): Promise<string> {
  const { tx } = context;
  const { merchantId, categoryId, happenedOn, qty, unitPrice, currency } = asked;
  const merchant = await findMerchant.first(tx, { id: merchantId, day: happenedOn });
  const category = await findCategory.first(tx, { id: categoryId });
  const errors = await wrongReferences(context, asked);
  if (!merchant) errors.push({ path: 'merchantId', rule: 'reference' });
  if (!category) errors.push({ path: 'categoryId', rule: 'reference' });
  if (happenedOn > houseToday()) errors.push({ path: 'happenedOn', rule: 'future' });
  if (merchant && currency !== null && currency !== merchant.currency)
    errors.push({ path: 'currency', rule: 'notBilled', params: { currency: merchant.currency } });
  // What is passed on at cost has no price of its own.
  if (category?.unit === 'cost' && unitPrice === null) errors.push({ path: 'unitPrice', rule: 'priceOfCost' });
  const exact = BigInt(qty) * BigInt(unitPrice ?? 0);
  if (exact > BigInt(Number.MAX_SAFE_INTEGER)) errors.push({ path: 'unitPrice', rule: 'amountTooBig' });
  if (errors.length > 0 || !merchant) throw invalid(errors);
  const given =
    unitPrice === null
      ? null
      : { currency: merchant.currency, parts: JSON.stringify([{ from: 0, quantity: qty, unitPrice }]), exact: String(exact) };
  const made = await insertCharge.one(tx, {
    ...asked,
    part: given ? GIVEN_PRICE : '',
    state: given ? 'open' : 'noPrice',
    given,
  });
  return made.id;
}

const findReversal = statement(
  { sourceKind: charges.sourceKind },
  ({ id }: { id: string }) => sql`select source_kind from charges where reverses_id = ${id}::uuid`,
);
const voidCharge = command(
  ({ id }: { id: string }) =>
    sql`update charges set state = 'void', run_id = null where id = ${id}::uuid and state in ('noPrice', 'open', 'onHold', 'inRun')`,
);
/** As the collector does it: with the price of the charge, and for one that is billed on the day on which it is taken back. */
const insertReversal = command(
  ({
    id,
    state,
  }: {
    id: string;
    state: 'open' | 'void';
  }) => sql`insert into charges (merchant_id, category_id, source_kind, source_id, happened_on, storehouse_id, task_id, parcel_id, qty, facts,
      reason, state, currency, rule_id, markup_id, tariff_id, unit_price, parts, exact, top_up, priced_at, reverses_id)
    select merchant_id, category_id, 'charge', id, case ${state} when 'open' then kontor_day() else happened_on end, storehouse_id, task_id, parcel_id, -qty, facts,
      reason, ${state}, currency, rule_id, markup_id, tariff_id, unit_price,
      (select jsonb_agg(jsonb_set(p, '{quantity}', to_jsonb(-(p->>'quantity')::bigint)) order by n) from jsonb_array_elements(parts) with ordinality x(p, n)),
      -exact, -top_up, priced_at, id
    from charges where id = ${id}::uuid on conflict do nothing`,
  [{ id: '', state: 'void' }],
);

/**
 * Takes a charge back that was entered by hand. If it is billed, the next run credits it; a run that it is in is checked again, while it is
 * not approved. Repeating it changes nothing.
 * @throws DomainError NotFound; StateRefused `notByHand`, `inApprovedRun`, `disputed`, `disputeDecided`
 */
export async function takeBackCharge(tx: Db, id: string): Promise<void> {
  const runId = (await findRun.first(tx, { id }))?.runId ?? null;
  if (runId !== null && !['draft', 'checked'].includes((await lockRun.first(tx, { id: runId }))?.state ?? '')) refuse('inApprovedRun');
  await lockBilling(tx);
  const charge = await lockCharge.first(tx, { id });
  if (!charge) throw new DomainError('NotFound');
  if (charge.sourceKind !== 'manual') refuse('notByHand');
  const reversal = await findReversal.first(tx, { id });
  if (reversal?.sourceKind === 'charge') return;
  if (reversal) refuse('disputeDecided');
  if ((await isDisputed.one(tx, { id })).open) refuse('disputed');
  if (charge.state === 'inRun' && charge.runId !== runId) refuse('inApprovedRun');
  await voidCharge(tx, { id });
  await insertReversal(tx, { id, state: charge.state === 'billed' ? 'open' : 'void' });
  await unpriceGroups(tx, { ids: `{${id}}` });
  if (runId !== null) await checkRun(tx, runId);
}
