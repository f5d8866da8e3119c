import type { Db } from '../../../core/db/client.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { type House, readHouse } from '../../printing/index.ts';
import { billedParty, type Party } from '../party.ts';
import { type Composed, composeLetter } from './compose-letter.ts';
import type { Group } from './decide-overdue.ts';
import { knownRates, type OpenInvoice, type PartyScheme, schemeOf } from './open-items.ts';

/** What letters of a day are made from. */
export type LetterSources = { day: string; schemes: readonly PartyScheme[]; rates: Awaited<ReturnType<typeof knownRates>>; house: House };
export const letterSources = async (tx: Db, day: string, schemes: readonly PartyScheme[]): Promise<LetterSources> => ({
  day,
  schemes,
  rates: await knownRates(tx),
  house: await readHouse(tx),
});

export type Proposed = Composed & { no: string; party: Party; levels: ReadonlyMap<string, number> };

async function partyOrNull(tx: Db, of: Pick<OpenInvoice, 'merchantId' | 'customerId'>): Promise<Party | null> {
  try {
    return await billedParty(tx, of);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NotFound') return null;
    throw error;
  }
}

/**
 * The letter to a party of what its group asks for, as it is sent on that day; null if the party was deleted.
 * @param takeNo gives the number; asked only for a letter that is made
 */
export async function proposeLetter(
  tx: Db,
  { day, schemes, rates, house }: LetterSources,
  { partyId, currency, items, all }: Group,
  takeNo: () => Promise<string>,
): Promise<Proposed | null> {
  const [first] = items;
  const scheme = schemeOf(schemes, partyId);
  if (!first || !scheme) return null;
  const { merchantId, customerId } = first;
  const party = await partyOrNull(tx, { merchantId, customerId });
  if (!party) return null;
  const no = await takeNo();
  const levels = new Map(items.filter(({ reason }) => reason === null).map(({ invoiceId, level }) => [invoiceId, level]));
  const isMerchant = merchantId !== null;
  const made = composeLetter({ no, day, party, isMerchant, house, scheme, rates, levels, items: all, currency });
  return { ...made, no, party, levels };
}
