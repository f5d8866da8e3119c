import type { Locale } from '#contract/core/limits';
import type { Db } from '../../core/db/client.ts';
import { notify, peopleOfMerchant, peopleOfRole } from '../support/index.ts';

/** Whom the house tells. */
const ROLE = 'manager';

/**
 * Warns the managers of the house and the people of a merchant, each with the link to the record in their own workspace.
 * @param path below the workspace, such as `channels/<id>`
 */
export async function notifySides(
  tx: Db,
  merchantId: string,
  path: string,
  words: (locale: Locale) => { title: string; text: string },
): Promise<void> {
  const sides = [
    { people: await peopleOfRole(tx, ROLE), link: `/eEP/${path}` },
    { people: await peopleOfMerchant(tx, merchantId), link: `/mEP/${path}` },
  ];
  for (const { people, link } of sides) await notify(tx, people, (locale) => ({ ...words(locale), type: 'warning', link }));
}
