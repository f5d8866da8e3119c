import { sql } from 'drizzle-orm';
import { ibanHolds } from '#contract/parties/party';
import { command, statement } from '../../../core/db/statement.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { updateRow } from '../../../core/http/rows.ts';
import { bills } from '../bills/table.ts';
import { lockIncoming, refuse } from './decide.ts';
import { type Place, payeeOf } from './take-over.ts';

/**
 * The second pair of eyes on a new account. A false invoice with another account is the most common fraud, so whoever took an invoice over
 * cannot decide alone where its money goes.
 */

const findParty = statement(
  { supplierId: bills.supplierId, carrierId: bills.carrierId },
  ({ id }: { id: string }) => sql`select supplier_id, carrier_id from bills where id = ${id}::uuid for update`,
);
const writeDecision = command(
  ({ id, state }: { id: string; state: 'confirmed' | 'kept' }) =>
    sql`update incoming_bills set iban_state = ${state}, iban_by = kontor_actor(), iban_at = clock_timestamp() where id = ${id}::uuid`,
  [{ id: '00000000-0000-7000-8000-000000000000', state: 'kept' }],
);

/**
 * `confirmed`: the account of the file becomes that of the supplier. `kept`: the bill is paid to the account that the house knew.
 * @throws DomainError StateRefused `ibanDecided`, `ownIban` for whoever took it over, `ibanInvalid`, `noPayee`, `ibanMoved` if the account
 * of the supplier was changed meanwhile
 */
export async function decideIban({ tx, areas, actor }: Place, id: string, state: 'confirmed' | 'kept'): Promise<void> {
  const row = await lockIncoming(tx, id);
  if (row.ibanState !== 'open' || row.billId === null) refuse('ibanDecided');
  if (row.isOwn) refuse('ownIban');
  if (state === 'confirmed') {
    if (!ibanHolds(row.sellerIban)) refuse('ibanInvalid');
    const party = await findParty.one(tx, { id: row.billId ?? '' });
    const payee = (await payeeOf(tx, party)) ?? refuse('noPayee');
    if (payee.iban !== row.knownIban && payee.iban !== row.sellerIban) refuse('ibanMoved');
    const entry = areas.get('suppliers');
    if (!entry) throw new DomainError('NotFound');
    if (payee.iban !== row.sellerIban)
      await updateRow({ tx, areas, entry, actor }, payee.id, { version: payee.version, iban: row.sellerIban });
  }
  await writeDecision(tx, { id, state });
}
