import { getTableColumns, sql } from 'drizzle-orm';
import { EMPTY_ADDRESS } from '#contract/core/fields';
import { addDays } from '#contract/core/house-day';
import { type Billed, circleOf, numberOf } from '#contract/money/circles';
import type { DocumentSums } from '#contract/money/document-sums';
import type { InvoiceLine } from '#contract/money/invoices';
import { lineFaults, outsideFaults } from '#contract/money/lines';
import { LAYOUTS } from '#print/layouts/layouts';
import type { Db } from '../../core/db/client.ts';
import { columnsOver, command, type Row, statement } from '../../core/db/statement.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { type House, readHouse } from '../printing/index.ts';
import { layoutFor } from '../settings/index.ts';
import { allocate, refresh } from './allocate-payment.ts';
import { checkCredit, creditedOf, sumsOf } from './credit-note.ts';
import { eInvoiceOf } from './e-invoice/build.ts';
import { missingFor } from './e-invoice/missing.ts';
import { paymentOf } from './e-invoice/payment.ts';
import { type EntryLine, knownRate, postEntry, rateOn, today } from './entry.ts';
import { invoices } from './invoices/table.ts';
import { composePaper } from './paper.ts';
import { billedParty, type Party } from './party.ts';
import { invoiceCircles } from './tables.ts';
import { arisingOn, soldLines } from './taxed-lines.ts';

const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `invoices.refusals.${reason}`);
};

const INVOICE = getTableColumns(invoices);
const selectForUpdate = statement(
  INVOICE,
  ({ id }: { id: string }) =>
    sql`select ${columnsOver('invoices', INVOICE)} from invoices where id = ${id}::uuid and deleted_at is null for update`,
);
type InvoiceRow = Row<typeof selectForUpdate>;
const takeNumber = statement(
  { last: invoiceCircles.last },
  ({
    circle,
    year,
  }: {
    circle: string;
    year: number;
  }) => sql`insert into invoice_circles as c (circle, year, last) values (${circle}, ${year}, 1)
      on conflict (circle, year) do update set last = c.last + 1 returning last`,
);
type Copy = { id: string; kind: InvoiceRow['kind']; lines: string; net: number; tax: number; gross: number };
const insertCopy = statement(
  { id: invoices.id },
  ({
    id,
    kind,
    lines,
    net,
    tax,
    gross,
  }: Copy) => sql`insert into invoices (kind, merchant_id, customer_id, for_merchant_id, currency, service_from, service_to, payment_days, reference, note, lines, net, tax, gross, party_name, party_vat_id, party_address, reverses_id, task_id)
      select ${kind}, merchant_id, customer_id, for_merchant_id, currency, service_from, service_to, payment_days, reference, note, ${lines}::jsonb, ${net}, ${tax}, ${gross}, party_name, party_vat_id, party_address,
        ${kind === 'creditNote' ? id : null}::uuid, ${kind === 'creditNote' ? sql`null` : sql`task_id`} from invoices where id = ${id}::uuid returning id`,
);

/** Locks an invoice. @throws DomainError NotFound */
export async function lockInvoice(tx: Db, id: string): Promise<InvoiceRow> {
  const row = await selectForUpdate.first(tx, { id });
  if (!row) throw new DomainError('NotFound');
  return row;
}

/** Layouts of documents belong to no area, so no screens are needed. */
const NO_SCREENS = new Map<string, never>();

/** Called last, so that the circle is locked only until the immediate commit. A rollback returns the number (P42). */
async function nextNumber(tx: Db, circle: string, year: number): Promise<string> {
  return numberOf(circle, year, (await takeNumber.one(tx, { circle, year })).last);
}

/** Checks what the document must contain (§ 14 Abs. 4, § 14a UStG) and whether it can be booked. */
function check(lines: readonly InvoiceLine[], currency: Billed, party: Party, house: House): void {
  if (lines.length === 0) throw invalid([{ path: 'lines', rule: 'required' }]);
  const faults = [...lineFaults(lines, currency), ...outsideFaults(lines)];
  if (faults.length > 0) throw invalid(faults);
  const missing = missingFor(lines, party, house);
  if (missing !== null) refuse(missing);
}

const writePosted = command(
  ({
    no,
    issueDate,
    dueDate,
    rate,
    net,
    tax,
    gross,
    partyName,
    partyVatId,
    partyAddress,
    paper,
    sums,
    eInvoice,
    id,
  }: {
    no: string;
    issueDate: string;
    dueDate: string | null;
    rate: number | null;
    net: number;
    tax: number;
    gross: number;
    partyName: string;
    partyVatId: string;
    partyAddress: string;
    paper: string;
    sums: string;
    eInvoice: string;
    id: string;
  }) => sql`update invoices set no = ${no}, issue_date = ${issueDate}, due_date = ${dueDate}, rate = ${rate}, net = ${net}, tax = ${tax}, gross = ${gross},
    party_name = ${partyName}, party_vat_id = ${partyVatId}, party_address = ${partyAddress}::jsonb, paper = ${paper}::jsonb, sums = ${sums}::jsonb, e_invoice = ${eInvoice}::jsonb,
    posted_at = clock_timestamp(), status = 'posted', reader_id = coalesce(merchant_id, for_merchant_id) where id = ${id}::uuid`,
);

/**
 * The entry of an invoice, with the signs turned round for a credit note. What conversion to euro leaves over goes to rounding. The tax of a
 * line arises in the period of its service (§ 13 Abs. 1 Nr. 1 a UStG), so a line of an earlier month belongs to the return of that month.
 * @param day of the service of lines that name none
 */
async function entryOf(
  tx: Db,
  { kind, currency, lines }: Pick<InvoiceRow, 'kind' | 'currency' | 'lines'>,
  { nets, gross, vat, houseTax, houseGross }: DocumentSums,
  day: string,
): Promise<EntryLine[]> {
  const sign = kind === 'invoice' ? 1 : -1;
  const houseNet = vat.reduce((sum, { houseBase }) => sum + houseBase, 0);
  const sold: EntryLine[] = [];
  for (const group of arisingOn(vat, lines, nets, day))
    for (const line of await soldLines(tx, [group], sign, { currency, day: group.day })) sold.push({ ...line, taxOn: group.day });
  return [
    { kind: 'receivable', currency, amount: sign * gross, base: sign * houseGross },
    ...sold,
    { kind: 'rounding', currency, amount: 0, base: -sign * (houseGross - houseNet - houseTax) },
  ];
}

/**
 * Posts a draft: freezes party, sums and document, books it, and assigns the next number of its circle and year. Posting again changes
 * nothing. A credit note settles the open part of its invoice; the rest stays open for a refund.
 * @param on date of issue; default: today
 * @throws DomainError InvalidInput or StateRefused with what is missing
 */
export async function postInvoice(tx: Db, id: string, on?: string): Promise<void> {
  const row = await lockInvoice(tx, id);
  if (row.postedAt !== null) return;
  const { currency, kind } = row;
  const [party, house] = [await billedParty(tx, row), await readHouse(tx)];
  check(row.lines, currency, party, house);
  const original = row.reversesId === null ? null : await lockInvoice(tx, row.reversesId);
  if (original) await checkCredit(tx, row.lines, original);
  const issueDate = on ?? (await today(tx));
  const dueDate = kind === 'invoice' ? addDays(issueDate, row.paymentDays ?? party.paymentDays) : issueDate;
  // A credit note is booked at its invoice's rate, so that a full credit leaves no difference.
  const rate = original?.rate ?? (await rateOn(tx, currency, issueDate));
  const rateDay = original === null ? ((await knownRate(tx, currency, issueDate))?.validOn ?? null) : null;
  const sums = await sumsOf(tx, row, rate);
  const { net, tax, gross } = sums;
  if (gross === 0) refuse('nothing');
  // Before the number is taken, so that its circle is locked only for a moment.
  const taxOn = row.serviceTo ?? row.serviceFrom ?? original?.serviceTo ?? original?.issueDate ?? issueDate;
  const lines = await entryOf(tx, row, sums, taxOn);
  const no = await nextNumber(tx, circleOf(kind, currency), Number(issueDate.slice(0, 4)));
  const posted = { ...row, no, issueDate, dueDate, rate };
  const paper = composePaper({ row: posted, party, refersTo: original?.no ?? '', house, sums, isPosted: true, rateDay });
  const eInvoice = eInvoiceOf({
    row: {
      ...row,
      no,
      issueDate,
      dueDate,
      original: original === null ? null : { no: original.no, issueDate: original.issueDate ?? issueDate },
    },
    party,
    house,
    paper,
    sums,
    payment: paymentOf(house, kind, currency, no),
  });
  const layout = await layoutFor(tx, NO_SCREENS, { roles: [], merchantId: row.merchantId }, kind);
  if (layout !== LAYOUTS[kind]) paper.layout = layout;
  await writePosted(tx, {
    no,
    issueDate,
    dueDate,
    rate,
    net,
    tax,
    gross,
    partyName: party.name,
    partyVatId: party.vatId,
    partyAddress: JSON.stringify({ ...EMPTY_ADDRESS, ...party.address }),
    paper: JSON.stringify(paper),
    sums: JSON.stringify(sums),
    eInvoice: JSON.stringify(eInvoice),
    id,
  });
  await postEntry(tx, { bookedOn: issueDate, taxOn, source: kind, documentNo: no, party: party.name, invoiceId: id }, lines);
  await refresh(tx, { invoiceId: id });
  if (original) {
    const amount = Math.min(gross, original.gross - original.settled);
    if (amount > 0) await allocate(tx, { creditId: id }, { invoiceId: original.id }, amount);
  }
}

/**
 * Creates a draft with the same party and lines: a new invoice, or (`creditNote`) a credit note for the part of the invoice that is not
 * credited yet.
 */
export async function copyInvoice(tx: Db, id: string, as: 'invoice' | 'creditNote'): Promise<string> {
  const row = await lockInvoice(tx, id);
  if (row.postedAt === null || row.kind !== 'invoice') refuse('notPosted');
  const taken = as === 'creditNote' ? await creditedOf(tx, id) : new Map<string, number>();
  const lines = row.lines.flatMap((line) => {
    const qty = line.qty - (taken.get(line.id) ?? 0);
    return qty > 0 ? [{ ...line, id: crypto.randomUUID(), qty, ofLine: as === 'creditNote' ? line.id : null }] : [];
  });
  if (lines.length === 0) refuse('allTakenBack');
  const reversesId = as === 'creditNote' ? id : null;
  const { net, tax, gross } = await sumsOf(tx, { ...row, lines, reversesId });
  return (await insertCopy.one(tx, { id, kind: as, lines: JSON.stringify(lines), net, tax, gross })).id;
}
