import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { CURRENCIES, EMPTY_ADDRESS } from '#contract/core/fields';
import { STATEMENT_KINDS, type Statement } from '#contract/printing/paper-data';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { readHouse } from '../printing/index.ts';
import { today } from './entry.ts';
import { billedParty } from './party.ts';

type PartyId = { merchantId?: string | null | undefined; customerId?: string | null | undefined };
type Period = { from: string; to: string };

const ofParty = (merchantId: string | null, customerId: string | null): SQL =>
  sql`(d.merchant_id = ${merchantId}::uuid or d.customer_id = ${customerId}::uuid)`;
/** What the party owes more (above zero) or less, by its day: invoices, credit notes, payments and their reversals. */
const findMovements = statement(
  {
    day: cell.date,
    kind: cell.oneOf(STATEMENT_KINDS),
    no: cell.text,
    due: orNull(cell.date),
    currency: cell.oneOf(CURRENCIES),
    amount: cell.double,
  },
  ({ merchantId, customerId, to }: { merchantId: string | null; customerId: string | null; to: string }) => sql`select * from (
      select d.issue_date as day, d.kind, d.no, case d.kind when 'invoice' then d.due_date end as due, d.currency,
          (case d.kind when 'invoice' then d.gross else -d.gross end)::float8 as amount
        from invoices d where d.posted_at is not null and ${ofParty(merchantId, customerId)}
      union all select d.paid_on, 'payment', d.no, null, d.currency, (case d.direction when 'in' then -d.amount else d.amount end)::float8
        from payments d where ${ofParty(merchantId, customerId)}
      union all select kontor_day(d.reversed_at), 'reversal', d.no, null, d.currency, (case d.direction when 'in' then d.amount else -d.amount end)::float8
        from payments d where d.reversed_at is not null and ${ofParty(merchantId, customerId)}
    ) m where m.day <= ${to}::date order by m.currency, m.day, m.no, m.kind`,
  [{ merchantId: null, customerId: null, to: '2026-01-01' }],
);

/** The period of a statement that names none: from the first day of the month two months ago until today. */
export async function usualPeriod(tx: Db): Promise<Period> {
  const to = await today(tx);
  const [year = 0, month = 1] = to.split('-').map(Number);
  const from = new Date(Date.UTC(year, month - 3, 1)).toISOString().slice(0, 10);
  return { from, to };
}

/**
 * The statement of account of a merchant or customer: the balance before, each document and payment of the period, and the balance after it,
 * by currency. Positive: the party owes the house. The last balance is the one that `readBalances` has for that day.
 * @throws DomainError NotFound without the party
 */
export async function statementPaper(tx: Db, of: PartyId, { from, to }: Period): Promise<z.input<typeof Statement>> {
  const [party, house] = [await billedParty(tx, of), await readHouse(tx)];
  const movements = await findMovements(tx, { merchantId: of.merchantId ?? null, customerId: of.customerId ?? null, to });
  const lines: NonNullable<z.input<typeof Statement>['lines']> = [];
  for (const currency of CURRENCIES) {
    const own = movements.filter((one) => one.currency === currency);
    if (own.length === 0) continue;
    let balance = own.filter((one) => one.day < from).reduce((sum, { amount }) => sum + amount, 0);
    lines.push({ currency, day: from, kind: 'opening', balance });
    for (const one of own.filter((row) => row.day >= from)) {
      balance += one.amount;
      lines.push({ currency, day: one.day, kind: one.kind, no: one.no, due: one.due ?? '', amount: one.amount, balance });
    }
    lines.push({ currency, day: to, kind: 'closing', balance });
  }
  const { name, address, vatId, bank, taxNo, legal } = house;
  const issueDate = await today(tx);
  return {
    house: { name, address, vatId, bank, taxNo, legal },
    customerNo: party.no,
    customerVatId: party.vatId,
    to: { ...EMPTY_ADDRESS, ...party.address, name1: party.address.name1 || party.name },
    issueDate,
    printedAt: issueDate,
    from,
    until: to,
    lines,
  };
}
