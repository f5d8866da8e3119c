import { sql } from 'drizzle-orm';
import type { InvoiceLine } from '#contract/money/invoices';
import { paperLanguages } from '#contract/money/paper-languages';
import { EXPONENTS, PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, orNull, statement } from '../../../core/db/statement.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { draftInvoice } from '../draft-invoice.ts';
import { dunningLetters } from '../dunning-letters/table.ts';
import { today } from '../entry.ts';
import { say } from '../paper.ts';
import { billedParty } from '../party.ts';

/** Interest, flat sum and fee of a letter as the draft of an invoice. They are damages and no supply, so they bear no VAT (category O). */

const lockLetter = statement(
  {
    no: dunningLetters.no,
    merchantId: orNull(dunningLetters.merchantId),
    customerId: orNull(dunningLetters.customerId),
    currency: dunningLetters.currency,
    interest: dunningLetters.interest,
    flatSum: dunningLetters.flatSum,
    fee: dunningLetters.fee,
    isSent: cell.boolean,
    invoiceId: orNull(dunningLetters.invoiceId),
    /** A letter about the same claim whose interest is billed already. */
    isBilled: cell.boolean,
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select l.no, l.merchant_id, l.customer_id, l.currency, l.interest, l.flat_sum, l.fee, l.sent_at is not null as is_sent, l.invoice_id,
      exists (select from dunning_items mine join dunning_items other on other.invoice_id = mine.invoice_id and other.letter_id <> mine.letter_id
        join dunning_letters o on o.id = other.letter_id and o.invoice_id is not null where mine.letter_id = l.id) as is_billed
    from dunning_letters l where l.id = ${id}::uuid for update`,
);
const writeInvoice = command(
  ({ id, invoiceId }: { id: string; invoiceId: string }) =>
    sql`update dunning_letters set invoice_id = ${invoiceId}::uuid where id = ${id}::uuid`,
);

/**
 * Drafts the invoice with interest, flat sum and fee of a sent letter. Asking again returns the same draft.
 * @throws DomainError NotFound; StateRefused `notSent`, `nothingToBill`, `alreadyBilled`
 */
export async function billArrears(tx: Db, id: string): Promise<string> {
  const letter = await lockLetter.first(tx, { id });
  if (!letter) throw new DomainError('NotFound');
  if (letter.invoiceId !== null) return letter.invoiceId;
  const { merchantId, customerId, currency } = letter;
  if (!letter.isSent) throw new DomainError('StateRefused', 'dunningLetters.refusals.notSent');
  if (letter.isBilled) throw new DomainError('StateRefused', 'dunningLetters.refusals.alreadyBilled');
  const locales = paperLanguages((await billedParty(tx, { merchantId, customerId })).address.country);
  const lines = (['interest', 'flatSum', 'fee'] as const).flatMap((kind): InvoiceLine[] =>
    letter[kind] === 0
      ? []
      : [
          {
            id: crypto.randomUUID(),
            text: say(locales, `dunningLetters.lines.${kind}`).replaceAll('\n', ' / '),
            note: letter.no,
            qty: 10 ** QTY_SCALE,
            unit: '',
            unitPrice: letter[kind] * 10 ** (PRICE_SCALE - EXPONENTS[currency]),
            discount: 0,
            vatCategory: 'O',
            vatRate: 0,
            ofLine: null,
          },
        ],
  );
  if (lines.length === 0) throw new DomainError('StateRefused', 'dunningLetters.refusals.nothingToBill');
  const day = await today(tx);
  const head = { merchantId, customerId, currency, serviceFrom: day, serviceTo: day, paymentDays: null, reference: letter.no };
  const invoiceId = await draftInvoice(tx, { ...head, lines });
  await writeInvoice(tx, { id, invoiceId });
  return invoiceId;
}
