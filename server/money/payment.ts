import { sql } from 'drizzle-orm';
import { rateBetween, toHouse } from '#contract/money/fx';
import { type Currency, HOUSE_CURRENCY } from '#contract/money/scale';
import type { Db } from '../db/client.ts';
import type { Values } from '../http/area.ts';
import { DomainError } from '../http/errors.ts';
import { rowsOf } from '../http/select.ts';
import { type EntryLine, postEntry, rateOn, reverseEntry, today } from './entry.ts';
import { refresh, undoAllocation } from './settle.ts';

/** Books a payment as it was saved: the account moves, and the party's open items with it. `row` has the contract's names. */
export async function bookPayment(tx: Db, row: Values): Promise<void> {
  const id = row['id'] as string;
  const currency = row['currency'] as Currency;
  const amount = row['amount'] as number;
  const [account] = rowsOf(await tx.execute(sql`select currency from accounts where id = ${row['accountId'] as string}::uuid`));
  const own = account?.['currency'] as Currency;
  const paidOn = row['paidOn'] as string;
  const moved = own === currency ? amount : (row['accountAmount'] as number);
  // What the bank made of it is the rate; without a conversion it is the rate of the day.
  const base = own === HOUSE_CURRENCY ? moved : toHouse(amount, currency, await rateOn(tx, currency, paidOn));
  const rate = own === HOUSE_CURRENCY && own !== currency ? rateBetween(amount, currency, moved) : await rateOn(tx, currency, paidOn);
  const sign = row['direction'] === 'in' ? 1 : -1;
  const control = row['supplierId'] || row['carrierId'] ? 'payable' : 'receivable';
  const booked = toHouse(amount, currency, rate);
  const lines: EntryLine[] = [
    { kind: 'bank', account: row['accountId'] as string, currency: own, amount: sign * moved, base: sign * base },
    { kind: control, currency, amount: -sign * amount, base: -sign * booked },
  ];
  if (own === currency) lines.push({ kind: 'fxDifference', currency: HOUSE_CURRENCY, amount: 0, base: sign * (booked - base) });
  else
    lines.push(
      { kind: 'fxDifference', currency: own, amount: -sign * moved, base: -sign * base },
      { kind: 'fxDifference', currency, amount: sign * amount, base: sign * booked },
    );
  const party = [row['merchantIdLabel'], row['customerIdLabel'], row['supplierIdLabel'], row['carrierIdLabel']].find(Boolean);
  await tx.execute(sql`update payments set rate = ${rate} where id = ${id}::uuid`);
  await postEntry(
    tx,
    {
      bookedOn: paidOn,
      source: 'payment',
      documentNo: row['no'] as string,
      party: (party as string | undefined) ?? '',
      text: row['reference'] as string,
      paymentId: id,
    },
    lines,
  );
}

/** Takes a payment back with all its allocations: what it had settled is open again. @throws DomainError NotFound, StateRefused `paymentReversed` */
export async function reversePayment(tx: Db, id: string, reason: string): Promise<void> {
  const [row] = rowsOf(await tx.execute(sql`select reversed_at from payments where id = ${id}::uuid for update`));
  if (!row) throw new DomainError('NotFound');
  if (row['reversed_at'] !== null) throw new DomainError('StateRefused', 'invoices.refusals.paymentReversed');
  const live = rowsOf(
    await tx.execute(sql`select id from allocations a where payment_id = ${id}::uuid and reverses_id is null
      and not exists (select from allocations r where r.reverses_id = a.id) order by id`),
  );
  for (const { id: allocation } of live) await undoAllocation(tx, allocation as string);
  const [entry] = rowsOf(
    await tx.execute(sql`select entry_id from transactions where payment_id = ${id}::uuid and source = 'payment' limit 1`),
  );
  await reverseEntry(tx, entry?.['entry_id'] as string, await today(tx), reason);
  await tx.execute(sql`update payments set reversed_at = clock_timestamp(), reason = ${reason} where id = ${id}::uuid`);
  await refresh(tx, { paymentId: id });
}
