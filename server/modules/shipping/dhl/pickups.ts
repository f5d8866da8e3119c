import type { Address } from '#contract/core/fields';
import { labelReason } from '#contract/orders/reasons';
import { type CarrierAdapter, CarrierError, type PickupOrder, type Placed } from '../adapter.ts';
import type { Connection } from '../connections.ts';
import { linesOf } from '../lines-of.ts';
import { nameAt, refusal } from '../services-at.ts';
import { callPickups, type DhlAccess } from './client.ts';
import { BILLING_NUMBER } from './request.ts';
import { PickupOrdered, PickupOrders, PickupsCancelled } from './shapes.ts';

/**
 * Pick-ups of DHL Parcel DE (Pickup v3). A house that agreed a pick-up location with DHL is fetched from there, and pays nothing for it. Every other
 * address is fetched from at a charge, billed to the billing number.
 */

/** The number of an agreed location, which stands in the services of the carrier as `location`. */
const LOCATION = /^AS\d{10}$/;
/** States of an order that does not come about: cancelled, refused. */
const ENDED = ['STORNIERT', 'ABGELEHNT'];
const CANCELLED = 'STORNIERT';
const NAME = 50;
const STREET = 70;
const CITY = 35;
const PHONE = 50;
const EMAIL = 250;

/** DHL takes 20 characters. The last 20 of our id are random. */
const referenceOf = ({ id }: Pick<PickupOrder, 'id'>): string => id.replaceAll('-', '').slice(-20);

/** @throws CarrierError `refused`, `misconfigured` */
function placeAt(connection: Connection, address: Address): object {
  const location = nameAt(connection, 'location');
  if (location !== undefined) {
    if (!LOCATION.test(location)) throw refusal('notALocation', location);
    return { pickupLocation: { type: 'Id', asId: location } };
  }
  if (!BILLING_NUMBER.test(connection.account)) throw new CarrierError({ kind: 'misconfigured', message: 'billingNumber' });
  const [name1 = '', name2] = [...linesOf(address.name1, NAME), ...linesOf(address.name2, NAME)];
  return {
    customerDetails: { billingNumber: connection.account },
    pickupLocation: {
      type: 'Address',
      pickupAddress: {
        name1,
        ...(name2 ? { name2 } : {}),
        addressStreet: address.streetName.slice(0, STREET),
        addressHouse: address.streetNumber.slice(0, 10),
        postalCode: address.zip,
        city: address.city.slice(0, CITY),
        country: address.country,
      },
    },
  };
}

function orderOf(connection: Connection, order: PickupOrder): object {
  const { day, from, until, instruction, address, count, weight } = order;
  const { name1, name2, phone, email } = address;
  return {
    ...placeAt(connection, address),
    businessHours: [{ timeFrom: from, timeUntil: until }],
    contactPerson: [
      {
        name: (name2 || name1).slice(0, NAME),
        ...(phone ? { phone: phone.slice(0, PHONE) } : {}),
        ...(email && email.length <= EMAIL ? { email } : {}),
      },
    ],
    pickupDetails: {
      pickupDate: { type: 'Date', value: day },
      ...(weight > 0 ? { totalWeight: { uom: 'g', value: weight } } : {}),
      ...(instruction ? { comment: instruction } : {}),
    },
    // DHL asks for a size where no billing number is given. Kontor knows how many parcels there are.
    shipmentDetails: {
      shipments: Array.from({ length: count }, () => ({ transportationType: 'PAKET', size: 'M', customerReference: referenceOf(order) })),
    },
  };
}

const placed = (orderId: string, message = ''): Placed => ({ handle: orderId, number: orderId, held: [], file: null, message });

/** The orders of a day. */
export const ordersOn = (access: DhlAccess, day: string, signal: AbortSignal) =>
  callPickups(access, `/orders?pickupDate=${day}`, PickupOrders, { signal });

export function pickupsAt(access: DhlAccess, connection: Connection): Pick<CarrierAdapter, 'pickup' | 'cancelPickup'> {
  return {
    pickup: {
      async place(order, signal) {
        const body = orderOf(connection, order);
        const { confirmation } = await callPickups(access, '/orders', PickupOrdered, { method: 'POST', body, signal });
        const { orderID: id, pickupDate: day } = confirmation.value;
        return placed(id, day && day !== order.day ? labelReason('otherDay', day) : '');
      },
      async find(order, signal) {
        const found = await ordersOn(access, order.day, signal);
        const ours = found.find(
          ({ orderDetails: { orderState }, shipmentDetails }) =>
            !ENDED.includes(orderState ?? '') &&
            shipmentDetails?.shipments?.some(({ shipment }) => shipment.customerReference === referenceOf(order)),
        );
        return ours ? placed(ours.orderDetails.orderID) : null;
      },
    },
    async cancelPickup(orderId, signal) {
      const path = `/orders?orderID=${encodeURIComponent(orderId)}`;
      const { failedCancellations: failed } = await callPickups(access, path, PickupsCancelled, { method: 'DELETE', signal });
      // The answer to an earlier cancellation was lost.
      const [kept] = (failed ?? []).filter(({ orderState }) => orderState !== CANCELLED);
      if (kept) throw new CarrierError({ kind: 'refused', message: kept.message || 'No reason given.' });
    },
  };
}
