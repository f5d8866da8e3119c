import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PickupOrder } from './dhl-shapes.ts';

/**
 * DHL Parcel DE Pickup (version 3) of the stand-in, and the token that it takes. Orders are found by their day. A billing number makes an order
 * that is charged; an agreed location makes one that is free.
 */
export type DhlPickup = { orderID: string; order: PickupOrder; state: string };
const ACCEPTED = 'ANGENOMMEN';
const CANCELLED = 'STORNIERT';
const TOKEN = '/parcel/de/account/auth/ropc/v1/token';
const ORDERS = '/parcel/de/transportation/pickup/v3/orders';
/** Calls that do not take the login of the shipping interface. */
export const OTHER_LOGIN = [TOKEN, ORDERS];

export function pickupsOf(
  app: FastifyInstance,
  login: { key: string; secret: string; user: string; password: string },
  mismatches: string[],
) {
  const pickups: DhlPickup[] = [];
  const tokens = new Set<string>();
  const state = {
    secret: login.secret,
    tokens,
    tokenDown: false,
    /** The next orders are refused with these words. */
    refusals: [] as string[],
    /** Every order is answered with this status. */
    status: 0,
    dropBefore: false,
    dropAfter: false,
    /** Orders cannot be read. */
    ordersFail: false,
    /** The driver is under way: nothing is cancelled. */
    underWay: false,
    /** DHL comes on this day, whatever was asked. */
    day: '',
    /** The application was not given this interface. */
    isLacking: false,
  };
  const refuse = (reply: FastifyReply, status: number, title: string, detail: string) => reply.code(status).send({ status, title, detail });
  const isLoggedIn = (header: string | undefined): boolean => tokens.has((header ?? '').replace('Bearer ', ''));

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => done(null, String(body)));
  app.post(TOKEN, (request, reply) => {
    if (state.tokenDown) return void request.raw.socket.destroy();
    const form = Object.fromEntries(new URLSearchParams(String(request.body)));
    const wanted = { grant_type: 'password', username: login.user, password: login.password, client_id: login.key };
    for (const [name, value] of Object.entries(wanted)) if (form[name] !== value) mismatches.push(`token asked with another ${name}`);
    if (form['client_secret'] !== state.secret) return reply.code(401).send({ error: 'invalid_client' });
    const token = randomUUID();
    tokens.add(token);
    return { access_token: token, token_type: 'Bearer', expires_in: 1800 };
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(ORDERS) && !isLoggedIn(request.headers.authorization))
      return refuse(reply, 401, 'Unauthorized', 'Token expired');
    if (request.url.startsWith(ORDERS) && state.isLacking) return refuse(reply, 403, 'Forbidden', 'No access to this API');
  });
  app.post(ORDERS, (request, reply) => {
    const read = PickupOrder.safeParse(request.body);
    if (!read.success) {
      mismatches.push(read.error.message);
      return refuse(reply, 400, 'Bad Request', 'The body does not fit the schema.');
    }
    if (state.dropBefore) return void request.raw.socket.destroy();
    if (state.status > 0) return refuse(reply, state.status, 'Refused', 'Not now.');
    const refusal = state.refusals.shift();
    if (refusal !== undefined) return reply.code(422).send([{ errorCode: 456, title: refusal, instance: 'customerDetails.billingNumber' }]);
    const { data: order } = read;
    const orderID = randomUUID().replaceAll('-', '');
    pickups.push({ orderID, order, state: ACCEPTED });
    if (state.dropAfter) return void request.raw.socket.destroy();
    const { pickupDetails, shipmentDetails, customerDetails } = order;
    const orderDate = '2026-11-28T12:00:00';
    return {
      confirmation: {
        type: 'ORDERPICKUP',
        value: {
          orderID,
          pickupDate: state.day || pickupDetails.pickupDate.value,
          freeOfCharge: !customerDetails,
          pickupType: customerDetails ? 'EZA' : 'BDA',
          confirmedShipments: shipmentDetails.shipments.map(({ transportationType }) => ({ transportationType, orderDate })),
        },
      },
    };
  });
  app.get(ORDERS, (request, reply) => {
    if (state.ordersFail) return reply.code(502).type('text/html').send('<html>Bad gateway</html>');
    const { pickupDate } = request.query as Record<string, string>;
    return pickups
      .filter(({ order }) => order.pickupDetails.pickupDate.value === pickupDate)
      .map(({ orderID, order, state: orderState }) => ({
        orderDetails: { orderID, orderState },
        customerDetails: order.customerDetails ?? {},
        pickupLocation: {},
        pickupDetails: order.pickupDetails,
        shipmentDetails: { shipments: order.shipmentDetails.shipments.map((shipment) => ({ shipment, orderDate: '2026-11-28T12:00:00' })) },
      }));
  });
  app.delete(ORDERS, (request) => {
    const { orderID = '' } = request.query as Record<string, string>;
    const found = pickups.find((one) => one.orderID === orderID);
    const failed = (orderState: string, message: string) => ({
      confirmedCancellations: [],
      failedCancellations: [{ orderID, orderState, message }],
    });
    if (!found) return failed('', 'Unknown order.');
    if (state.underWay) return failed('IN_DURCHFUEHRUNG', 'The order is being carried out.');
    if (found.state === CANCELLED) return failed(CANCELLED, 'The order is cancelled already.');
    found.state = CANCELLED;
    return { confirmedCancellations: [{ orderID, orderState: CANCELLED, message: 'Cancelled' }], failedCancellations: [] };
  });
  return { pickups, state };
}
