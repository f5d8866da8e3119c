import { isDeepStrictEqual } from 'node:util';
import { AGREED, isAgreed, type ServiceArea } from '#contract/freight/agreed';
import type { Db } from '../../core/db/client.ts';
import type { Values } from '../../core/http/area.ts';
import { DomainError } from '../../core/http/errors.ts';
import { becomeHouse } from '../../core/http/write.ts';
import { notify, peopleOfCarrier, textFor } from '../support/index.ts';
import { countOffers, refreshOffers } from './offers.ts';

/** Agreed fields that an edit really changes; a form sends the others as they were. */
export const changedOf = (area: ServiceArea, values: Values, current: Values): string[] =>
  AGREED[area].filter((name) => name in values && !isDeepStrictEqual(values[name] ?? null, current[name] ?? null));

/**
 * Before an edit: what was agreed is not changed by one side alone. The edit holds the row, and so does taking an offer, so that one of
 * both comes first.
 * @throws DomainError StateRefused once an offer was taken, the container arrived, or all is settled
 */
export function refuseAgreed(area: ServiceArea, values: Values, current: Values | null): void {
  if (!current || changedOf(area, values, current).length === 0) return;
  if (isAgreed(area, current)) throw new DomainError('StateRefused', 'services.refusals.agreed');
}

type Service = Values & { id: string; no: string };

/** After an edit of what was asked: offers on the former request are void, and their carriers are asked again. */
export async function askAgain(tx: Db, area: 'transportQuotes' | 'collections', row: Service, current: Values | null): Promise<void> {
  if (!current || changedOf(area, row, current).length === 0) return;
  await becomeHouse(tx);
  const { id, no } = row;
  const carriers = await refreshOffers(tx, id);
  if (carriers.length === 0) return;
  await countOffers(tx, id);
  for (const carrierId of carriers)
    await notify(tx, await peopleOfCarrier(tx, carrierId), (locale) => ({
      title: textFor(locale, 'offers.told.changedTitle', { no }),
      text: textFor(locale, 'offers.told.changedText', { no }),
      type: 'warning',
      link: '/carriergate/offers',
    }));
}
