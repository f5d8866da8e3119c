import { minorOf } from '#contract/core/currency';
import { CURRENCIES } from '#contract/core/fields';
import type { Rate, RateRequest } from '../adapter.ts';
import type { Connection } from '../connections.ts';
import { soldServices } from '../services-at.ts';
import { callKarrio, type KarrioAccess } from './client.ts';
import { rateRequestAt } from './request.ts';
import { Rates } from './shapes.ts';

/** What a carrier behind the gateway asks for one parcel. Prices of services that we have no name for, and in other currencies, are left out. */
export async function ratesAt(access: KarrioAccess, connection: Connection, request: RateRequest, signal: AbortSignal): Promise<Rate[]> {
  const sold = soldServices(connection);
  const { rates } = await callKarrio(access, '/v1/proxy/rates', Rates, {
    method: 'POST',
    body: rateRequestAt(connection, request),
    signal,
  });
  return rates.flatMap((rate): Rate[] => {
    const currency = CURRENCIES.find((one) => one === rate.currency);
    if (rate.carrier_id !== connection.account || rate.total_charge == null || !currency) return [];
    return sold
      .filter(({ theirs }) => theirs === rate.service)
      .map(({ ours }) => ({
        service: ours,
        amount: minorOf(rate.total_charge ?? 0, currency),
        currency,
        days: rate.transit_days == null ? null : Math.ceil(rate.transit_days),
      }));
  });
}
