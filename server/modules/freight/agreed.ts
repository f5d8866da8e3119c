import { isDeepStrictEqual } from 'node:util';
import { AGREED, isAgreed, type ServiceArea } from '#contract/freight/agreed';
import type { Change } from '#contract/freight/change-requests';
import type { Db } from '../../core/db/client.ts';
import type { Values } from '../../core/http/area.ts';
import { DomainError } from '../../core/http/errors.ts';
import { becomeHouse } from '../../core/http/write.ts';
import { notify, peopleOfCarrier, textFor } from '../support/index.ts';
import { summaryIn } from './change-words.ts';
import { countOffers, refreshOffers } from './offers.ts';

/** Agreed fields that an edit actually changes. A form also sends unchanged fields. */
export const changedOf = (area: ServiceArea, values: Values, current: Values): string[] =>
  AGREED[area].filter((name) => name in values && !isDeepStrictEqual(values[name] ?? null, current[name] ?? null));

/** The same, with the values before and after. */
export const changesOf = (area: ServiceArea, values: Values, current: Values): Change[] =>
  changedOf(area, values, current).map((field) => ({ field, from: current[field] ?? null, to: values[field] ?? null }));

/**
 * Checks an edit: agreed data cannot be changed by one party alone. Both the edit and the acceptance of an offer lock the row, so they
 * cannot interleave.
 * @throws DomainError StateRefused once an offer was accepted, the container arrived, or the service is closed
 */
export function refuseAgreed(area: ServiceArea, values: Values, current: Values | null): void {
  if (!current || changedOf(area, values, current).length === 0) return;
  if (isAgreed(area, current)) throw new DomainError('StateRefused', 'services.refusals.agreed');
}

type Service = Values & { id: string; no: string };

/** After an edit of a request: voids the offers for its former version and asks their carriers again. */
export async function askAgain(tx: Db, area: 'transportQuotes' | 'collections', row: Service, current: Values | null): Promise<void> {
  const changes = current ? changesOf(area, row, current) : [];
  if (changes.length === 0) return;
  await becomeHouse(tx);
  const { id, no } = row;
  const carriers = await refreshOffers(
    tx,
    id,
    changes.map((change) => ({ ...change, area })),
  );
  if (carriers.length === 0) return;
  await countOffers(tx, id);
  for (const carrierId of carriers)
    await notify(tx, await peopleOfCarrier(tx, carrierId), (locale) => ({
      title: textFor(locale, 'offers.notifications.changedTitle', { no }),
      text: `${textFor(locale, 'offers.notifications.changedText', { no })}\n${summaryIn(locale, area, changes)}`.slice(0, 2000),
      type: 'warning',
      link: '/carriergate/offers',
    }));
}
