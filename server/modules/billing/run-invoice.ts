import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type BilledLine, latePeriod } from '#contract/billing/run-lines';
import { LOCALE_TAGS, type Locale } from '#contract/core/limits';
import type { InvoiceLine } from '#contract/money/invoices';
import { paperLanguages } from '#contract/money/paper-languages';
import type { ServicePeriod } from '#contract/money/service-period';
import type { Db } from '../../core/db/client.ts';
import { cell, type Row, statement } from '../../core/db/statement.ts';
import { textIn } from '../../core/http/texts.ts';
import { billedParty, draftCredit, draftInvoice, postInvoice, taxFor } from '../money/index.ts';
import type { MerchantLines, Run } from './check-run.ts';
import { billCharges, billTakenBack, findTakenBack, noteDocument } from './run-statements.ts';
import { payerOf, termsOf } from './run-terms.ts';

/** The documents of a merchant in a run: the invoice of its charges, and a credit note for each invoice of which something is taken back. */

/** What tells a line of a run from its other lines. */
type Key = Pick<BilledLine, 'categoryId' | 'storehouseId' | 'lateFrom' | 'kind' | 'unitPrice'>;
/** The same id whenever it is calculated, so that a charge finds the line that it is on. */
function lineId(run: string, merchantId: string, { categoryId, storehouseId, lateFrom, kind, unitPrice }: Key): string {
  const apart = [lateFrom, storehouseId].filter((one) => one !== null);
  const hex = createHash('sha256')
    .update([run, merchantId, categoryId, kind, unitPrice, ...apart].join('|'))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const monthIn = (locale: Locale, day: string): string =>
  new Intl.DateTimeFormat(LOCALE_TAGS[locale], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

type Words = Record<'textOf' | 'noteOf', (line: BilledLine) => string>;
/** What a line says, in the languages of the paper. */
function wordsOf(locales: readonly Locale[], bundles: MerchantLines['bundles']): Words {
  const say = (of: (locale: Locale) => string): string => locales.map(of).join(' / ');
  const word = (locale: Locale, key: string, name: string, value: string): string =>
    textIn(locale, `billingRuns.lines.${key}`).replace(`{{${name}}}`, () => value);
  const storehouseOf = ({ storehouseId }: BilledLine): string => {
    const name = storehouseId === null ? '' : (bundles.find((row) => row.storehouseId === storehouseId)?.storehouse ?? '');
    return name === '' ? '' : `${name}: `;
  };
  const nameOf = ({ categoryId, kind }: BilledLine, locale: Locale): string => {
    const name = bundles.find((row) => row.categoryId === categoryId)?.text[locale] ?? '';
    if (kind === 'minimum') return textIn(locale, 'billingRuns.lines.minimum');
    return kind === 'topUp' ? word(locale, 'topUp', 'name', name) : name;
  };
  return {
    textOf: (line) => `${storehouseOf(line)}${say((locale) => nameOf(line, locale))}`.slice(0, 200),
    noteOf: ({ kind, count, lateFrom }) =>
      [
        lateFrom === null ? '' : say((locale) => word(locale, 'late', 'month', monthIn(locale, lateFrom))),
        kind === 'sum' ? say((locale) => word(locale, 'count', 'n', String(count))) : '',
      ]
        .filter(Boolean)
        .join(' · ')
        .slice(0, 200),
  };
}

/** The period of each line, and that of all of them. */
function periodsOf(lines: readonly BilledLine[], run: Run): { whole: ServicePeriod; of: (line: BilledLine) => ServicePeriod } {
  const of = ({ lateFrom }: BilledLine): ServicePeriod =>
    lateFrom === null ? { from: run.from, to: run.to } : latePeriod(lateFrom, run.from);
  const from = lines.map((line) => of(line).from).sort()[0] ?? run.from;
  const to =
    lines
      .map((line) => of(line).to)
      .sort()
      .at(-1) ?? run.to;
  return { whole: { from, to }, of };
}

/** @returns the id of the posted invoice; null without lines */
export async function invoiceOf(tx: Db, run: Run, made: MerchantLines): Promise<string | null> {
  const { merchantId, currency, lines, bundles } = made;
  if (lines.length === 0) return null;
  const terms = await termsOf(tx, merchantId, run.to);
  const { paymentDays, reference } = terms;
  const payer = payerOf(terms, merchantId);
  const party = await billedParty(tx, payer);
  const { textOf, noteOf } = wordsOf(paperLanguages(party.address.country), bundles);
  const periods = periodsOf(lines, run);
  // The rate of the day of the service, of late facts that of their month.
  const taxes = new Map<string, Awaited<ReturnType<typeof taxFor>>>();
  const invoiceLines: InvoiceLine[] = [];
  for (const line of lines) {
    const period = periods.of(line);
    const differs = period.from !== periods.whole.from || period.to !== periods.whole.to;
    const tax = taxes.get(period.to) ?? (await taxFor(tx, party, period.to));
    taxes.set(period.to, tax);
    invoiceLines.push({
      id: lineId(run.id, merchantId, line),
      text: textOf(line),
      note: noteOf(line),
      qty: line.qty,
      unit: '',
      unitPrice: line.unitPrice,
      discount: 0,
      ...tax,
      ofLine: null,
      ...(differs ? { serviceFrom: period.from, serviceTo: period.to } : {}),
    });
  }
  const { from: serviceFrom, to: serviceTo } = periods.whole;
  const head = { ...payer, currency, serviceFrom, serviceTo, paymentDays, reference: reference || run.no };
  const id = await draftInvoice(tx, { ...head, lines: invoiceLines });
  await noteDocument(tx, { runId: run.id, merchantId, kind: 'invoice', ofInvoiceId: null, invoiceId: id });
  await postInvoice(tx, id);
  const onLine = lines
    .filter(({ kind }) => kind === 'price' || kind === 'sum')
    .map((line) => ({
      id: lineId(run.id, merchantId, line),
      categoryId: line.categoryId,
      lateFrom: line.lateFrom,
      storehouseId: line.storehouseId,
      unitPrice: line.kind === 'price' ? line.unitPrice : null,
    }));
  const apart = terms.lineGroup === 'storehouse';
  await billCharges(tx, { runId: run.id, merchantId, invoiceId: id, from: run.from, apart, lines: JSON.stringify(onLine) });
  return id;
}

const findPrices = statement(
  { id: cell.text, unitPrice: cell.bigint },
  ({ invoiceId }: { invoiceId: string }) =>
    sql`select l ->> 'id' as id, (l ->> 'unitPrice')::bigint as unit_price from invoices i, jsonb_array_elements(i.lines) l where i.id = ${invoiceId}::uuid`,
);

/**
 * The line that was billed: by storehouse if the terms kept them apart then. Invoices from before late facts had lines of their own have them
 * on the line of the others. A line of a sum that is the whole charge has no price in its id.
 * @param known unit prices of the lines of the invoice by id
 * @returns null if nothing was paid
 */
function billedOn(back: Row<typeof findTakenBack>, merchantId: string, known: ReadonlyMap<string, number>): string | null {
  const { categoryId, storehouseId, lateFrom, unitPrice, qty, ofRunId, lineId: noted, exact } = back;
  if (unitPrice === null || qty <= 0 || BigInt(exact) === 0n) return null;
  const places = [
    { storehouseId, lateFrom },
    { storehouseId: null, lateFrom },
    { storehouseId: null, lateFrom: null },
  ];
  const ids = places.map((place) => lineId(ofRunId, merchantId, { categoryId, ...place, kind: 'price', unitPrice }));
  const found = ids.find((id) => known.has(id));
  return found ?? (noted !== null && known.get(noted) === unitPrice ? noted : (ids[0] ?? null));
}

/** A credit note for each invoice of which something is taken back. */
export async function creditsOf(tx: Db, run: Run, merchantId: string): Promise<void> {
  const back = (await findTakenBack(tx, { runId: run.id })).filter((row) => row.merchantId === merchantId);
  for (const ofInvoiceId of new Set(back.map(({ invoiceId }) => invoiceId))) {
    const known = new Map((await findPrices(tx, { invoiceId: ofInvoiceId })).map(({ id, unitPrice }) => [id, unitPrice]));
    const taken = new Map<string, number>();
    for (const row of back) {
      const line = row.invoiceId === ofInvoiceId ? billedOn(row, merchantId, known) : null;
      if (line !== null) taken.set(line, (taken.get(line) ?? 0) + row.qty);
    }
    if (taken.size === 0) {
      // It was free, so there is nothing to credit.
      await billTakenBack(tx, { runId: run.id, merchantId, ofInvoiceId, creditId: ofInvoiceId });
      continue;
    }
    const creditId = await draftCredit(tx, ofInvoiceId, taken);
    await noteDocument(tx, { runId: run.id, merchantId, kind: 'creditNote', ofInvoiceId, invoiceId: creditId });
    await postInvoice(tx, creditId);
    await billTakenBack(tx, { runId: run.id, merchantId, ofInvoiceId, creditId });
  }
}
