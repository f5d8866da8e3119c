import { type MerchantOrder, MerchantOrder as Shape } from '#contract/channels/merchant-orders';
import { Address } from '#contract/core/fields';

/** Brings what a shop sends into the limits of our fields, so that nothing in an order can keep it from being stored. */

/** Characters that our fields refuse (contract/core/fields.ts): they hide text, reorder it, or make two names look alike. */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

/** One line of text of at most `most` characters, without hidden ones. */
export const clip = (text: string | null | undefined, most: number): string =>
  (text ?? '').replace(/\s+/g, ' ').replace(HIDDEN, '').trim().slice(0, most).replace(HIDDEN, '').trim();

/** Milliseconds or an ISO 8601 text as an instant; null if it is none. */
export const instantOf = (text: string): string | null => {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

/** A line without a SKU gets its name as one, so that a person can map it. */
export const skuOf = (sku: string | null | undefined, name: string): string => clip(sku, 64) || clip(name, 64) || '–';

export type Person = {
  firstName: string | null | undefined;
  lastName: string | null | undefined;
  company: string | null | undefined;
  address1: string | null | undefined;
  address2: string | null | undefined;
  zip: string | null | undefined;
  city: string | null | undefined;
  country: string | null | undefined;
  phone: string | null | undefined;
  email: string | null | undefined;
};
/** A part that our fields do not take is left out, and the address is corrected by a person. */
export function consigneeOf(person: Person): MerchantOrder['consignee'] {
  const name = clip(`${clip(person.firstName, 100)} ${clip(person.lastName, 100)}`, 100);
  const firm = clip(person.company, 100);
  const wanted = {
    name1: firm || name,
    name2: firm ? name : '',
    streetName: clip(person.address1, 100),
    addition: clip(person.address2, 100),
    zip: clip(person.zip, 20),
    city: clip(person.city, 100),
    country: clip(person.country, 2),
    phone: clip(person.phone, 40),
    email: clip(person.email, 254),
  };
  const parts = Object.entries(wanted).map(([key, text]) => [
    key,
    Address.shape[key as keyof typeof wanted].safeParse(text).success ? text : '',
  ]);
  return Shape.shape.consignee.parse(Object.fromEntries(parts));
}
