import { sql } from 'drizzle-orm';

/**
 * The account that a whole entry was booked to, with the tax code. An entry that was split or paid documents has none. Beside the account, a
 * booking has lines for the bank and for VAT; that of VAT is always the smaller one.
 */
export const BOOKED_TO = sql`(select t.account_id, t.tax_code from bank_bookings b join transactions t on t.entry_id = b.ledger_entry_id and t.account_id <> k.account_id
    where b.entry_id = e.id and b.undone_at is null and b.kind = 'account' and e.state = 'booked' order by t.debit + t.credit desc, t.id limit 1)`;
