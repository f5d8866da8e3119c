import { sql } from 'drizzle-orm';
import type { OpenItem } from '#contract/money/dunning-decision';
import type { Db } from '../../../core/db/client.ts';
import { cell, notNull, orNull, type Row, statement } from '../../../core/db/statement.ts';
import { uuids } from '../../../core/db/uuids.ts';
import { baseRates } from '../base-rates/table.ts';
import { dunningSchemes } from '../dunning-schemes/table.ts';
import { invoices } from '../invoices/table.ts';

/** Reads what dunning decides by: open invoices with what was sent, promised, blocked and disputed; schemes; base rates. */

const findOpen = statement(
  {
    invoiceId: invoices.id,
    no: invoices.no,
    merchantId: orNull(invoices.merchantId),
    customerId: orNull(invoices.customerId),
    partyName: invoices.partyName,
    currency: invoices.currency,
    issuedOn: notNull(invoices.issueDate),
    dueOn: notNull(invoices.dueDate),
    open: cell.bigint,
    disputed: cell.bigint,
    lastLevel: cell.integer,
    lastSentOn: orNull(cell.date),
    isBlocked: cell.boolean,
    blockedUntil: orNull(cell.date),
    promisedUntil: orNull(cell.date),
    isInRun: cell.boolean,
  },
  ({
    day,
    partyId,
    invoiceIds,
    runId,
  }: {
    day: string;
    partyId: string | null;
    invoiceIds: readonly string[] | null;
    runId: string | null;
  }) => sql`with held as (
      select h.kind, h.merchant_id, h.customer_id, h.invoice_id, h.until from dunning_holds h where h.deleted_at is null and (h.until is null or h.until >= ${day}::date))
    select i.id as invoice_id, i.no, i.merchant_id, i.customer_id, i.party_name, i.currency, i.issue_date as issued_on, i.due_date as due_on, i.open,
      least(i.open, coalesce((select sum(d.gross) from charge_disputes d left join charges c on c.id = d.charge_id where coalesce(d.invoice_id, c.invoice_id) = i.id and d.status = 'open' and d.deleted_at is null), 0))::bigint as disputed,
      coalesce(sent.level, 0) as last_level, sent.sent_on as last_sent_on, coalesce(b.n, 0) > 0 as is_blocked, case when b.forever then null else b.until end as blocked_until, p.until as promised_until,
      exists (select from dunning_items o where o.invoice_id = i.id and o.live and o.run_id is distinct from ${runId}::uuid) as is_in_run
    from invoices i
      left join lateral (select s.level, s.sent_on from dunning_items s where s.invoice_id = i.id and s.sent_on is not null order by s.level desc limit 1) sent on true
      left join lateral (select count(*) as n, max(h.until) as until, bool_or(h.until is null) as forever from held h
        where h.kind = 'block' and (h.invoice_id = i.id or h.invoice_id is null and (h.merchant_id = i.merchant_id or h.customer_id = i.customer_id))) b on true
      left join lateral (select max(h.until) as until from held h
        where h.kind = 'promise' and (h.invoice_id = i.id or h.invoice_id is null and (h.merchant_id = i.merchant_id or h.customer_id = i.customer_id))) p on true
    where i.kind = 'invoice' and i.posted_at is not null and i.open > 0 and i.deleted_at is null and (${partyId}::uuid is null or ${partyId}::uuid in (i.merchant_id, i.customer_id))
      and (${invoiceIds === null}::boolean or coalesce(i.merchant_id, i.customer_id) in (select coalesce(a.merchant_id, a.customer_id) from invoices a where a.id = any(${uuids(invoiceIds ?? [])})))
    order by i.due_date, i.no`,
  [{ day: '2026-01-01', partyId: null, invoiceIds: null, runId: null }],
);
export type OpenInvoice = Row<typeof findOpen> & OpenItem;

type Of = { partyId?: string | null; invoiceIds?: readonly string[] | null; runId?: string | null };
/**
 * Open invoices, the oldest first. @param partyId of one party @param invoiceIds of the parties of these invoices @param runId the run whose own
 * items do not count as being in a run
 */
export const openInvoices = (tx: Db, day: string, { partyId = null, invoiceIds = null, runId = null }: Of = {}) =>
  findOpen(tx, { day, partyId, invoiceIds, runId });

const sumFree = statement(
  { partyId: cell.uuid, currency: cell.text, amount: cell.numeric },
  () => sql`select party_id, currency, sum(amount) as amount from (
      select coalesce(p.merchant_id, p.customer_id) as party_id, p.currency, p.open as amount from payments p
        where p.direction = 'in' and p.open > 0 and p.reversed_at is null and p.deleted_at is null and num_nonnulls(p.merchant_id, p.customer_id) = 1
      union all select coalesce(c.merchant_id, c.customer_id), c.currency, c.open from invoices c where c.kind = 'creditNote' and c.open > 0 and c.deleted_at is null) free group by 1, 2`,
);
/** Money of each party that pays no invoice yet, by party and currency. */
export async function unallocatedOf(tx: Db): Promise<Map<string, number>> {
  return new Map((await sumFree(tx)).map(({ partyId, currency, amount }) => [`${partyId} ${currency}`, amount]));
}

const findSchemes = statement(
  {
    minimum: dunningSchemes.minimum,
    levels: dunningSchemes.levels,
    merchantIds: dunningSchemes.merchantIds,
    customerIds: dunningSchemes.customerIds,
  },
  () => sql`select minimum, levels, merchant_ids, customer_ids from dunning_schemes where active and deleted_at is null order by sort_at`,
);
export type PartyScheme = Row<typeof findSchemes>;
export const activeSchemes = (tx: Db): Promise<PartyScheme[]> => findSchemes(tx);

/** The scheme that names the party, else the first one that names nobody. */
export const schemeOf = (schemes: readonly PartyScheme[], partyId: string): PartyScheme | null =>
  schemes.find(({ merchantIds, customerIds }) => merchantIds.includes(partyId) || customerIds.includes(partyId)) ??
  schemes.find(({ merchantIds, customerIds }) => merchantIds.length + customerIds.length === 0) ??
  null;

export const knownRates = statement(
  { validFrom: baseRates.validFrom, rate: baseRates.rate },
  () => sql`select valid_from, rate from base_rates where deleted_at is null order by valid_from`,
);
