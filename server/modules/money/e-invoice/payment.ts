import type { EPayment } from '#contract/money/e-invoice';
import { creditorReference } from '#contract/money/remittance';
import { type Currency, HOUSE_CURRENCY } from '#contract/money/scale';
import type { House } from '../../printing/index.ts';

/**
 * How a document is paid: to the account of its currency, or else to the first account of the house. A credit note is offset, so it names
 * no account. `reference` is the one that is printed and encoded in the QR code.
 */
export function paymentOf({ accounts }: House, kind: 'invoice' | 'creditNote', currency: Currency, no: string): EPayment {
  if (kind === 'creditNote') return { means: '97', reference: '', account: null };
  const account = accounts.find((one) => one.currency === currency) ?? accounts[0] ?? null;
  const reference = creditorReference(no);
  if (account === null) return { means: '1', reference, account };
  const { iban, holder, bic } = account;
  return { means: currency === HOUSE_CURRENCY ? '58' : '30', reference, account: { iban, holder, bic } };
}
