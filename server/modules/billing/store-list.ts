import { createHash } from 'node:crypto';
import { getTableColumns, sql } from 'drizzle-orm';
import { listLayoutOf } from '#contract/billing/carrier-bill-profiles';
import { LIST_COLUMNS, type ListFault } from '#contract/billing/carrier-costs';
import type { Currency } from '#contract/money/scale';
import type { Db } from '../../core/db/client.ts';
import { columnsOver, type Row, statement } from '../../core/db/statement.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { bills } from '../money/bills/table.ts';
import { carriers } from '../shipping/carriers/table.ts';
import { carrierBillProfiles } from './carrier-bill-profiles/table.ts';
import { carrierBills } from './carrier-bills/table.ts';
import { fail, ListError } from './carrier-lists/fault.ts';
import { type ReadList, readList } from './carrier-lists/read-list.ts';
import { compareBill, lockCarrier } from './compare-lines.ts';
import { insertLines } from './store-lines.ts';
import { carrierBillFiles } from './tables.ts';
import { takeListBack } from './take-back-list.ts';

/** Reads the list of a carrier, proposes its profile, and stores it: all of it or nothing. */

const PROFILE = getTableColumns(carrierBillProfiles);
type Profile = Row<typeof findProfiles>;
const findProfiles = statement(
  PROFILE,
  ({ carrierId }: { carrierId: string }) => sql`select ${columnsOver('p', PROFILE)} from carrier_bill_profiles p
    where p.deleted_at is null and (p.carrier_id = ${carrierId}::uuid or p.carrier_id is null) order by p.carrier_id is null, p.sort_at desc`,
  [{ carrierId: '00000000-0000-7000-8000-000000000000' }],
);

export type Proposal = { profile: Profile; list: ReadList };
/** Profiles fail at these steps in this order; the fault of the one that came furthest says most. */
const STEPS: readonly ListFault[] = ['columnMissing', 'noRows', 'columns', 'tracking', 'day', 'weight', 'amount', 'rowTotal', 'fileTotal'];

/**
 * Reads a file with the chosen profile, or with the one that fits it best: whose columns it has, and of these the one that leaves the fewest
 * columns unread and names the most. @throws ListError
 */
export async function readWithProfile(
  db: Db,
  bytes: Buffer,
  { carrierId, profileId, total }: { carrierId: string; profileId: string | null; total: number | null },
): Promise<Proposal> {
  const profiles = (await findProfiles(db, { carrierId })).filter(({ id }) => profileId === null || id === profileId);
  let best: Proposal | null = null;
  let nearest: ListError | null = null;
  const score = ({ profile, list }: Proposal): number =>
    LIST_COLUMNS.filter((column) => profile[column] !== '').length - list.unread.length;
  for (const profile of profiles)
    try {
      const one = { profile, list: readList(bytes, listLayoutOf(profile), total) };
      if (best === null || score(one) > score(best)) best = one;
    } catch (error) {
      if (!(error instanceof ListError)) throw error;
      if (nearest === null || STEPS.indexOf(error.fault) > STEPS.indexOf(nearest.fault)) nearest = error;
    }
  if (best) return best;
  if (nearest === null || (profileId === null && nearest.fault === 'columnMissing')) return fail('noProfile');
  throw nearest;
}

const findStanding = statement(
  { billNo: carrierBills.billNo },
  ({ checksum }: { checksum: string }) => sql`select bill_no from carrier_bills where checksum = ${checksum} and state = 'compared'`,
  [{ checksum: '' }],
);
const findBill = statement(
  { carrierId: bills.carrierId },
  ({ id }: { id: string }) => sql`select carrier_id from bills where id = ${id}::uuid and deleted_at is null`,
  [{ id: '00000000-0000-7000-8000-000000000000' }],
);
const findCarrier = statement(
  { id: carriers.id },
  ({ id }: { id: string }) => sql`select id from carriers where id = ${id}::uuid and deleted_at is null`,
  [{ id: '00000000-0000-7000-8000-000000000000' }],
);
/** The same bill came as an e-invoice, whose lines were compared. */
const findInvoiceOf = statement(
  { id: carrierBills.id },
  ({ carrierId, billNo }: { carrierId: string; billNo: string }) =>
    sql`select id from carrier_bills where carrier_id = ${carrierId}::uuid and lower(bill_no) = lower(${billNo}) and profile_id is null and state = 'compared'`,
  [{ carrierId: '00000000-0000-7000-8000-000000000000', billNo: '' }],
);

export type Upload = {
  carrierId: string;
  profileId: string | null;
  billId: string | null;
  billNo: string;
  currency: Currency;
  /** Net, in the smallest unit. */
  total: number;
};

export const checksumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Stores and compares the list of a bill. Two uploads for one carrier wait for each other.
 * @throws ListError with line and reason; `known` for a file that was read before and not taken back
 */
export async function storeList(tx: Db, name: string, bytes: Buffer, upload: Upload): Promise<{ id: string }> {
  const { carrierId, billId, billNo, currency } = upload;
  if (!(await findCarrier.first(tx, { id: carrierId }))) throw new DomainError('NotFound');
  if (billId !== null && (await findBill.first(tx, { id: billId }))?.carrierId !== carrierId)
    throw invalid([{ path: 'billId', rule: 'otherCarrier' }]);
  // The list says more than the lines of the invoice, and a cost must not count twice.
  for (const invoice of await findInvoiceOf(tx, { carrierId, billNo })) await takeListBack(tx, invoice.id);
  await lockCarrier(tx, { carrierId });
  const checksum = checksumOf(bytes);
  const known = await findStanding.first(tx, { checksum });
  if (known) fail('known', { no: known.billNo });
  const { profile, list } = await readWithProfile(tx, bytes, upload);
  const { fromOn, toOn, parcels, total } = list;
  await tx.insert(carrierBillFiles).values({ checksum, content: bytes }).onConflictDoNothing();
  const [made] = await tx
    .insert(carrierBills)
    .values({ carrierId, profileId: profile.id, billNo, billId, currency, fromOn, toOn, parcels, total, fileName: name, checksum })
    .returning({ id: carrierBills.id });
  const id = made?.id ?? '';
  await insertLines(tx, { billId: id, carrierId, currency, costs: list.costs });
  await compareBill(tx, id);
  return { id };
}
