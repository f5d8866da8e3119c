import { isXRechnung } from '#contract/money/e-invoice-formats';
import type { InvoiceLine } from '#contract/money/invoices';
import { NEEDS_VAT_ID } from '#contract/money/vat';
import { vatIdCountry } from '#contract/parties/vat-id';
import type { Db } from '../../../core/db/client.ts';
import { type House, readHouse } from '../../printing/index.ts';
import { type Party, taxFor } from '../party.ts';
import { isWholeAddress } from './build.ts';

/** Three digits make a phone number (BR-DE-27). */
const isPhone = (text: string): boolean => text.replaceAll(/\D/g, '').length >= 3;
const isMail = (text: string): boolean => /^[^@\s.][^@\s]*@[^@\s.][^@\s]*[^@\s.]$/.test(text);

/**
 * What party and house lack for a document with these lines: § 14 Abs. 4, § 14a UStG, EN 16931 (BR-AE-02, BR-IC-02, BR-CO-26), and for an
 * XRechnung the contact of the house, the reference and the address of the buyer (BR-DE-2 to BR-DE-9, BR-DE-15, PEPPOL-EN16931-R010).
 * @returns the last part of the key `invoices.refusals.…`, or null
 */
export function missingFor(lines: readonly Pick<InvoiceLine, 'vatCategory'>[], party: Party, house: House): string | null {
  const german = isXRechnung(party.invoiceFormat);
  if (!isWholeAddress(party.address) || (german && party.address.zip === '')) return 'addressMissing';
  if (vatIdCountry(party.vatId) === null && lines.some(({ vatCategory }) => NEEDS_VAT_ID.includes(vatCategory))) return 'vatIdMissing';
  if (house.vatId === '') return 'houseVatIdMissing';
  if (!isWholeAddress(house.address)) return 'houseAddressMissing';
  const isOutside = lines.every(({ vatCategory }) => vatCategory === 'O');
  if (isOutside && party.invoiceFormat !== 'paper' && house.registerNo === '' && house.taxNo === '') return 'houseNumberMissing';
  if (!german) return null;
  if (!isPhone(house.contact.phone) || !isMail(house.contact.email)) return 'houseContactMissing';
  if (party.buyerReference === '') return 'buyerReferenceMissing';
  return party.invoiceEmail === '' && party.email === '' ? 'invoiceEmailMissing' : null;
}

/** What party and house lack for an invoice of services of this day, before it is drafted. @returns as `missingFor` */
export async function missingOf(tx: Db, party: Party, day: string): Promise<string | null> {
  return missingFor([await taxFor(tx, party, day)], party, await readHouse(tx));
}
