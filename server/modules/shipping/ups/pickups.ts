import type { Address } from '#contract/core/fields';
import { type CarrierAdapter, CarrierError, type PickupOrder, type Placed } from '../adapter.ts';
import type { Connection } from '../connections.ts';
import { linesOf } from '../lines-of.ts';
import { nameAt, refusal } from '../services-at.ts';
import { callUps, type UpsAccess } from './client.ts';
import { phoneAt, placeAt } from './party.ts';
import { DEFAULT_SERVICE, SHIPPER_NUMBER } from './request.ts';
import { PendingPickups, PickupCancelled, PickupCreated } from './shapes.ts';

/**
 * Pick-ups of UPS (Pickup v2409). UPS tells pending ones of today and tomorrow with our reference. An address that has a pick-up on a day gets the
 * number of that one again.
 */

const ORDER = '/api/pickupcreation/v2409/pickup';
const PENDING = '/api/shipments/v2409/pickup/oncall';
/** Cancels by the number of the pick-up. */
const CANCEL = '/api/shipments/v2409/pickup/02';
const CANCELLED = '007';
const PACKAGE = '01';
const BY_ACCOUNT = '01';

const COMPANY = 27;
const CONTACT = 22;
const PHONE = 25;
/** Packages that a line names. */
const MOST = 999;
const CODE = /^\w{2}$/;
/** Grams from which UPS wants to know of a heavy package. */
const HEAVY = 32_000;
const HEAVIEST_LOAD = 9999.9;

/** UPS takes 35 characters, and our id has 36. */
const referenceOf = ({ id }: Pick<PickupOrder, 'id'>): string => id.replaceAll('-', '');
const first = (text: string, most: number): string => linesOf(text, most)[0] ?? '';

/** @throws CarrierError `refused` without a telephone number, which UPS requires */
function addressAt(address: Address): object {
  const phone = phoneAt(address).slice(0, PHONE);
  if (!phone) throw refusal('noPickupPhone');
  const { City, PostalCode, StateProvinceCode, CountryCode } = placeAt(address);
  return {
    CompanyName: first(address.name1, COMPANY),
    ContactName: first(address.name2 || address.name1, CONTACT),
    AddressLine: [`${address.streetName} ${address.streetNumber}`.trim()],
    City,
    ...(StateProvinceCode ? { StateProvince: StateProvinceCode } : {}),
    ...(PostalCode ? { PostalCode } : {}),
    CountryCode,
    ResidentialIndicator: 'N',
    Phone: { Number: phone },
  };
}

type Line = { service: string; country: string; count: number };
/** UPS knows services by three digits here. One that UPS has no code for is named as the usual one: no label was bought for it. */
const codeAt = (connection: Connection, service: string): string =>
  [nameAt(connection, service), nameAt(connection, '')].find((code) => code !== undefined && CODE.test(code)) ?? DEFAULT_SERVICE;

/** Packed parcels by their service and destination, as many as the driver is called for. Others are named as of the usual service within the country. */
function linesAt(connection: Connection, { count, packed, address }: PickupOrder): Line[] {
  const counts = new Map<string, Line>();
  let left = count;
  for (const one of [...packed, { service: '', country: address.country, count }]) {
    const service = codeAt(connection, one.service).padStart(3, '0');
    const country = one.country || address.country;
    const [taken, key] = [Math.min(left, one.count), `${service} ${country}`];
    if (taken > 0) counts.set(key, { service, country, count: (counts.get(key)?.count ?? 0) + taken });
    left -= taken;
  }
  return [...counts.values()];
}
function piecesOf(connection: Connection, order: PickupOrder): object[] {
  return linesAt(connection, order).flatMap(({ service, country, count }) =>
    Array.from({ length: Math.ceil(count / MOST) }, (_, n) => ({
      ServiceCode: service,
      Quantity: String(Math.min(MOST, count - n * MOST)),
      DestinationCountryCode: country,
      ContainerCode: PACKAGE,
    })),
  );
}

function orderOf(connection: Connection, order: PickupOrder): object {
  const { day, from, until, instruction, address, weight, heaviest } = order;
  const { account } = connection;
  if (!SHIPPER_NUMBER.test(account)) throw new CarrierError({ kind: 'misconfigured', message: 'shipperNumber' });
  const kilograms = Math.min(HEAVIEST_LOAD, Math.ceil(weight / 100) / 10).toFixed(1);
  return {
    PickupCreationRequest: {
      Request: {},
      RatePickupIndicator: 'N',
      Shipper: { Account: { AccountNumber: account, AccountCountryCode: address.country } },
      PickupDateInfo: { ReadyTime: from.replace(':', ''), CloseTime: until.replace(':', ''), PickupDate: day.replaceAll('-', '') },
      PickupAddress: addressAt(address),
      // The storehouse may stand elsewhere than the account says.
      AlternateAddressIndicator: 'Y',
      PickupPiece: piecesOf(connection, order),
      ...(weight > 0 ? { TotalWeight: { Weight: kilograms, UnitOfMeasurement: 'KGS' } } : {}),
      OverweightIndicator: heaviest > HEAVY ? 'Y' : 'N',
      PaymentMethod: BY_ACCOUNT,
      ...(instruction ? { SpecialInstruction: instruction } : {}),
      ReferenceNumber: referenceOf(order),
      ShippingLabelsAvailable: 'Y',
    },
  };
}

const placed = (prn: string): Placed => ({ handle: prn, number: prn, held: [], file: null });

/** The pick-ups of the account that UPS still has to make. @throws CarrierError `refused` if there are none */
export async function pendingAt(access: UpsAccess, { account }: Connection, signal: AbortSignal) {
  const headers = { AccountNumber: account };
  const { PickupPendingStatusResponse: answer } = await callUps(access, PENDING, PendingPickups, { headers, signal });
  return answer.PendingStatus ?? [];
}

export function pickupsAt(access: UpsAccess, connection: Connection): Pick<CarrierAdapter, 'pickup' | 'cancelPickup'> {
  return {
    pickup: {
      async place(order, signal) {
        const body = orderOf(connection, order);
        const { PickupCreationResponse: made } = await callUps(access, ORDER, PickupCreated, { method: 'POST', body, signal });
        return placed(made.PRN);
      },
      async find(order, signal) {
        const known = await pendingAt(access, connection, signal);
        const found = known.find(
          ({ ReferenceNumber: reference, OnCallStatusCode: status }) => reference === referenceOf(order) && status !== CANCELLED,
        );
        return found ? placed(found.PRN) : null;
      },
    },
    async cancelPickup(prn, signal) {
      await callUps(access, CANCEL, PickupCancelled, { method: 'DELETE', headers: { Prn: prn }, signal }).catch((error: unknown) => {
        // The answer to an earlier cancellation was lost.
        if (!(error instanceof CarrierError && /already.*cancel/i.test(error.message))) throw error;
      });
    },
  };
}
