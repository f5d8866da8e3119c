import type { Db } from '../../../core/db/client.ts';
import type { Outcome } from '../../../core/folders/take-files.ts';
import { DomainError, toDomainError } from '../../../core/http/errors.ts';
import { sheetOf } from '../../../core/spreadsheet/read-sheet.ts';
import { type Channel, putOrder } from '../put-order.ts';
import { readOrders } from '../read-orders.ts';
import { csvOf } from './csv.ts';
import { type FileOrder, ordersOf } from './read-orders.ts';

/** What became of one order of a file. */
type Result = { row: number; externalNo: string; code: string; text: string; isGood: boolean };

/** Reports and acknowledgements are read by programs and by whoever runs them. */
const LOCALE = 'en';

async function take(db: Db, channel: Channel, file: FileOrder): Promise<Result> {
  const { row, externalNo } = file;
  const refused = (code: string, text: string): Result => ({ row, externalNo, code, text, isGood: false });
  if ('fault' in file) return refused('InvalidInput', file.fault);
  try {
    return await db.transaction(async (tx) => {
      const { id, outcome } = await putOrder(tx, channel, { externalNo, order: file.order, by: null });
      const answer = (await readOrders(tx, [id], LOCALE)).get(id);
      const isHeld = answer?.state === 'held';
      return {
        row,
        externalNo,
        code: isHeld ? `held:${answer.reason}` : outcome,
        text: answer?.message ?? answer?.orderNo ?? '',
        isGood: true,
      };
    });
  } catch (error) {
    const known = toDomainError(error);
    if (!known) throw error;
    return refused(known.code, typeof known.data === 'string' ? known.data : JSON.stringify(known.data ?? '').slice(0, 300));
  }
}

export const HEADER = ['row', 'order_no', 'code', 'text'] as const;

/**
 * Takes the orders of a file, each in a transaction of its own, so that a bad one stops no other. The file is good if each of them was taken or
 * held. The report is the acknowledgement: one row for each order.
 * @param keep called after each order, so that the caller's transaction is not taken for an idle one
 */
export async function takeOrders(db: Db, channel: Channel, bytes: Buffer, keep: () => Promise<void>): Promise<Outcome> {
  let found: ReturnType<typeof ordersOf>;
  try {
    found = ordersOf(await sheetOf(bytes));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { isGood: false, report: csvOf([HEADER, [0, '', error.code, String(error.data)]]) };
  }
  if ('missing' in found)
    return { isGood: false, report: csvOf([HEADER, [1, '', 'InvalidInput', `Missing columns: ${found.missing.join(', ')}`]]) };
  const results: Result[] = [];
  for (const file of found) {
    results.push(await take(db, channel, file));
    await keep();
  }
  const rows = results.map(({ row, externalNo, code, text }) => [row, externalNo, code, text]);
  return { isGood: results.every(({ isGood }) => isGood), report: csvOf([HEADER, ...rows]) };
}
