import { sql } from 'drizzle-orm';
import { bills as area, type BillLine } from '#contract/areas/bills';
import type { FieldError } from '#contract/envelope';
import { lineFaults } from '#contract/money/lines';
import { isAboveReceipt, matchLine } from '#contract/money/match';
import type { Currency } from '#contract/money/scale';
import { totalsOf } from '#contract/money/sums';
import type { Db } from '../../db/client.ts';
import { type Actor, isStaff } from '../../http/actor.ts';
import { defineServerArea, type Values } from '../../http/area.ts';
import { DomainError } from '../../http/errors.ts';
import { rowsOf } from '../../http/select.ts';
import { lookAsHouse } from '../../http/write.ts';
import { disputeBill } from '../../money/bill.ts';
import { matchedLines, readOrder } from '../../money/bill-order.ts';
import { today } from '../../money/entry.ts';
import { atGate, gateFaults, gateOf, overAgreed } from './gate.ts';
import { gateRoutes } from './gate-routes.ts';
import { billMasks } from './masks.ts';
import { gateMask } from './masks-gate.ts';
import { billRoutes } from './routes.ts';
import { bills as table } from './table.ts';

type Saving = { tx: Db; actor: Actor; values: Values; current: Values | null };

async function faults({ tx, actor, values, current }: Saving): Promise<FieldError[]> {
  if (current?.['approvedAt']) throw new DomainError('StateRefused', 'invoices.refusals.postedStands');
  const gate = gateOf(actor, values, current);
  const row: Values = isStaff(actor) ? { ...current, ...values } : { ...values, carrierId: gate, purchaseOrderId: null };
  const errors: FieldError[] = [];
  errors.push(...(await orderFaults(tx, row, 'purchaseOrderId' in values || 'supplierId' in values || 'currency' in values)));
  if (Boolean(row['supplierId']) === Boolean(row['carrierId'])) errors.push({ path: 'supplierId', rule: 'oneParty' });
  const [date, due] = [row['billDate'], row['dueDate']] as (string | null | undefined)[];
  if (date && date > (await today(tx))) errors.push({ path: 'billDate', rule: 'inFuture' });
  if (date && due && due < date) errors.push({ path: 'dueDate', rule: 'beforeStart' });
  if (values['lines']) errors.push(...lineFaults(values['lines'] as BillLine[], row['currency'] as Currency));
  if (gate !== null) errors.push(...(await gateFaults(tx, actor, gate, values)));
  if (errors.length === 0 && ('theirNo' in values || 'supplierId' in values || 'carrierId' in values)) {
    const twice = rowsOf(
      await tx.execute(sql`select no from bills where coalesce(supplier_id, carrier_id) = ${(row['supplierId'] ?? row['carrierId']) as string}::uuid
        and lower(their_no) = lower(${row['theirNo'] as string}) and deleted_at is null and id is distinct from ${(current?.['id'] as string | undefined) ?? null}::uuid`),
    );
    if (twice.length > 0) errors.push({ path: 'theirNo', rule: 'billedTwice', params: { no: twice[0]?.['no'] as string } });
  }
  return errors;
}

/** A bill answers to one order, of the same supplier and in its currency. */
async function orderFaults(tx: Db, row: Values, changed: boolean): Promise<FieldError[]> {
  const id = row['purchaseOrderId'] as string | null | undefined;
  const order = id && changed ? await readOrder(tx, id) : null;
  if (!order) return [];
  const errors: FieldError[] = [];
  if (!order.placed) errors.push({ path: 'purchaseOrderId', rule: 'notPlaced' });
  if (row['supplierId'] !== order.supplierId) errors.push({ path: 'purchaseOrderId', rule: 'otherSupplier' });
  if (row['currency'] !== order.currency) errors.push({ path: 'currency', rule: 'otherCurrency', params: { currency: order.currency } });
  return errors;
}

async function summed({ tx, actor, current, ...given }: Saving): Promise<Values> {
  const gate = gateOf(actor, given.values, current);
  const values = gate === null ? given.values : await atGate(tx, actor, gate, given.values);
  const row = { ...current, ...values };
  const lines = await matchedLines(tx, row);
  const currency = row['currency'] as Currency;
  const { net, tax, gross } = totalsOf(lines, currency);
  const differences = lines.filter((line) => matchLine(line, currency).length > 0).length;
  return { ...values, lines, net, tax, gross, differences, aboveReceipt: lines.filter(isAboveReceipt).length };
}

export const bills = defineServerArea({
  area,
  table,
  number: { field: 'no', prefix: 'B-' },
  computed: ['settled', 'open', 'overdue'],
  check: faults,
  beforeSave: summed,
  afterSave: async ({ tx, actor, row, current }) => {
    const reason = current === null && gateOf(actor, row, current) !== null ? overAgreed(row) : '';
    if (reason !== '') await lookAsHouse(tx, () => disputeBill(tx, row['id'] as string, reason));
  },
  routes: (app, context) => {
    billRoutes(app, context);
    gateRoutes(app, context);
  },
  masks: [...billMasks, gateMask],
});
