import type { EPayment } from '#contract/money/e-invoice';
import { creditorReference } from '#contract/money/remittance';
import { type Currency, HOUSE_CURRENCY } from '#contract/money/scale';
import type { House } from '../../printing/index.ts';

/** The account of a currency, or else the first one of the house. */
export function accountFor(accounts: House['accounts'], currency: Currency): EPayment['account'] {
  const found = accounts.find((one) => one.currency === currency) ?? accounts[0] ?? null;
  return found && { iban: found.iban, holder: found.holder, bic: found.bic };
}

/**
 * How a document is paid: to the account of its currency, or else to the first account of the house. A credit note is offset, so it names
 * no account. `reference` is the one that is printed and encoded in the QR code.
 */
export function paymentOf({ accounts }: House, kind: 'invoice' | 'creditNote', currency: Currency, no: string): EPayment {
  if (kind === 'creditNote') return { means: '97', reference: '', account: null };
  const account = accountFor(accounts, currency);
  const reference = creditorReference(no);
  if (account === null) return { means: '1', reference, account };
  return { means: currency === HOUSE_CURRENCY ? '58' : '30', reference, account };
}
