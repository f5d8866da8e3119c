import { minorOf } from '#contract/core/currency';
import { CURRENCIES } from '#contract/core/fields';
import { houseToday } from '#contract/core/house-day';
import type { Booked, Rate, RateRequest } from '../adapter.ts';
import type { Connection } from '../connections.ts';
import { nameAt, soldServices } from '../services-at.ts';
import { callUps, type UpsAccess } from './client.ts';
import { type Party, partyAt } from './party.ts';
import { collectionAt, DEFAULT_SERVICE, moneyAt, OWN_PACKAGING, packageAt, refuseUnsold } from './request.ts';
import { type Charge, Rated, type RatedShipment } from './shapes.ts';

/** What UPS asks for a parcel, and how long it travels: one call answers for all services (Rating v2409). */

const RATES = '/api/rating/v2409/Shoptimeintransit';
/** UPS prices goods, no documents. */
const GOODS = '03';

/** In the smallest unit; null in a currency that the house does not know. */
export function priceAt(charge: Charge | null | undefined): Booked['price'] {
  const currency = CURRENCIES.find((one) => one === charge?.CurrencyCode);
  const amount = minorOf(charge?.MonetaryValue ?? Number.NaN, currency ?? '');
  return currency && Number.isFinite(amount) ? { amount, currency } : null;
}

const placeOf = ({ Name, Address }: Party): object => ({ Name, Address });

function rateRequestOf(connection: Connection, request: RateRequest): object {
  const isAbroad = request.consignor.country !== request.consignee.country;
  const from = placeOf(partyAt(request.consignor, isAbroad));
  const options = collectionAt(request);
  const { value } = request;
  return {
    RateRequest: {
      Request: { RequestOption: 'Shoptimeintransit' },
      Shipment: {
        Shipper: { ...from, ShipperNumber: connection.account },
        ShipTo: placeOf(partyAt(request.consignee, isAbroad)),
        ShipFrom: from,
        PaymentDetails: { ShipmentCharge: [{ Type: '01', BillShipper: { AccountNumber: connection.account } }] },
        ShipmentRatingOptions: { NegotiatedRatesIndicator: 'X' },
        ...(Object.keys(options).length > 0 ? { ShipmentServiceOptions: options } : {}),
        // UPS tells days to countries outside the Union only for goods of a value.
        ...(value ? { InvoiceLineTotal: moneyAt(value.amount, value.currency) } : {}),
        DeliveryTimeInformation: { PackageBillType: GOODS, Pickup: { Date: houseToday().replaceAll('-', '') } },
        Package: [{ PackagingType: { Code: OWN_PACKAGING }, ...packageAt(request) }],
      },
    },
  };
}

function daysOf({ TimeInTransit: time, GuaranteedDelivery: guaranteed }: RatedShipment): number | null {
  const text = time?.ServiceSummary?.EstimatedArrival?.BusinessDaysInTransit || guaranteed?.BusinessDaysInTransit || '';
  return /^\d+$/.test(text.trim()) ? Number(text) : null;
}

/** Prices of the services that the carrier's record names, and of UPS Standard where it names none for orders without a service. @throws CarrierError */
export async function ratesAt(access: UpsAccess, connection: Connection, request: RateRequest, signal: AbortSignal): Promise<Rate[]> {
  refuseUnsold(connection, request);
  const sold = nameAt(connection, '') ? soldServices(connection) : [{ ours: '', theirs: DEFAULT_SERVICE }, ...soldServices(connection)];
  const { RateResponse: answer } = await callUps(access, RATES, Rated, {
    method: 'POST',
    body: rateRequestOf(connection, request),
    signal,
  });
  return answer.RatedShipment.flatMap((rated): Rate[] => {
    const price = priceAt(rated.NegotiatedRateCharges?.TotalCharge ?? rated.TotalCharges);
    if (!price) return [];
    return sold.filter(({ theirs }) => theirs === rated.Service.Code).map(({ ours }) => ({ service: ours, ...price, days: daysOf(rated) }));
  });
}
