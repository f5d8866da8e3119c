import Fastify, { type FastifyReply } from 'fastify';
import { houseToday } from '#contract/core/house-day';
import { randomOf } from '../support/fault-proxy.ts';
import { OTHER_LOGIN, pickupsOf } from './dhl-pickups.ts';
import { Manifesting, Order } from './dhl-shapes.ts';

/**
 * DHL Parcel DE Shipping and DHL Shipment Tracking on loopback, and pick-ups (dhl-pickups.ts). An order is booked at once; there are no drafts and no search by reference.
 * Manifests close shipments by number: a list of 30 at most, each answered for itself, and again without an effect.
 * A shipment can be deleted and its label fetched until it is closed; after that DHL answers as if it did not exist.
 */

/** Odds from 0 to 1 for each order. `dropBefore`, `dropAfter`: the line is cut before or after the effect. */
export type Faults = { dropBefore: number; dropAfter: number; status429: number; status5xx: number; truncate: number };
const NO_FAULTS: Faults = { dropBefore: 0, dropAfter: 0, status429: 0, status5xx: 0, truncate: 0 };

export type Booking = { shipmentNo: string; refNo: string; order: Order['shipments'][number]; deleted: boolean; closed: boolean };
export type Refusal = { property: string; validationMessage: string; validationState: string };
type Event = { timestamp: string; statusCode: string; description: string; location?: { address: { addressLocality: string } } };

const PDF = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');
/** Some countries outside the customs union: DHL prints no label for a parcel to them without a declaration. */
const OUTSIDE = ['CHE', 'GBR', 'NOR', 'USA'];
const OK = { statusCode: 200, status: 200, title: 'OK' };
const REFUSED = { statusCode: 400, status: 400, title: 'Bad Request', detail: 'Shipment had an error.' };

export async function startDhl({
  key = 'dhl-app-key-1',
  secret = 'dhl-app-secret-1',
  user = 'house',
  password = 'Pa55:word',
  seed = 1,
} = {}) {
  const app = Fastify({ forceCloseConnections: true });
  const random = randomOf(seed);
  const bookings: Booking[] = [];
  const calls: { method: string; path: string; status: number }[] = [];
  const mismatches: string[] = [];
  const tracks = new Map<string, Event[]>();
  const state = {
    key,
    password,
    faults: { ...NO_FAULTS },
    /** Answers the next orders with these refusals. */
    refusals: [] as Refusal[][],
    /** The refusal of the only shipment comes as 207 instead of 400. */
    multiStatus: false,
    /** The next order is booked, and its answer has no label. */
    withoutLabel: false,
    /** Documents of booked shipments are refused. */
    documentsRefused: false,
    /** Calls that close shipments or read the sheets of a day are cut before or after the effect, or answered with this status. */
    manifest: { dropBefore: 0, dropAfter: 0, status: 0 },
    /** No sheets are read, as if DHL were down. */
    sheetsFail: false,
    /** Calls to the tracking interface that are answered before it is enough for today. */
    tracksLeft: Number.POSITIVE_INFINITY,
    /** The application was not given the tracking interface. */
    lacksTracking: false,
  };
  const hit = (name: keyof Faults): boolean => random() < state.faults[name];
  const refuse = (reply: FastifyReply, status: number, title: string, detail: string) =>
    reply.code(status).send({ statusCode: status, title, detail });
  const document = (format: string, no: string) =>
    format === 'ZPL2'
      ? { zpl2: `^XA^FO40,40^BY3^BCN,160^FD${no}^FS^XZ`, fileFormat: 'ZPL2', printFormat: '910-300-400/410' }
      : { b64: PDF, fileFormat: 'PDF', printFormat: '910-300-300' };

  app.addHook('onRequest', async (request, reply) => {
    if (OTHER_LOGIN.some((path) => request.url.startsWith(path))) return;
    if (request.headers['dhl-api-key'] !== state.key) return refuse(reply, 401, 'Unauthorized', 'Invalid API key');
    const login = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
    if (!request.url.startsWith('/track/') && login !== `${user}:${state.password}`)
      return refuse(reply, 401, 'Unauthorized', 'Login failed');
  });
  app.addHook('onResponse', async (request, reply) => {
    calls.push({ method: request.method, path: request.url, status: reply.statusCode });
  });

  const orders = '/parcel/de/shipping/v2/orders';
  type Query = Record<string, string>;
  app.post(orders, (request, reply) => {
    const query = request.query as Query;
    if (query['mustEncode'] !== 'true') mismatches.push('an order without mustEncode');
    const read = Order.safeParse(request.body);
    if (!read.success) {
      mismatches.push(read.error.message);
      return refuse(reply, 400, 'Bad Request', 'The body does not fit the schema.');
    }
    if (hit('status429')) return refuse(reply.header('retry-after', '1'), 429, 'Too Many Requests', 'Limit exceeded');
    if (hit('status5xx')) return reply.code(502).type('text/html').send('<html>Bad gateway</html>');
    if (hit('dropBefore')) return void request.raw.socket.destroy();
    const [order] = read.data.shipments;
    if (!order) return refuse(reply, 400, 'Bad Request', 'No shipment.');
    const undeclared = {
      property: 'shipments[0].customs',
      validationMessage: 'The customs declaration is missing.',
      validationState: 'Error',
    };
    const isUndeclared =
      !order.customs &&
      OUTSIDE.includes(order.consignee.country ?? '') &&
      !('postalCode' in order.consignee && order.consignee.postalCode?.startsWith('BT'));
    const refusal = isUndeclared ? [undeclared] : state.refusals.shift();
    if (refusal) {
      const answer = { status: REFUSED, items: [{ sstatus: REFUSED, validationMessages: refusal }] };
      return reply.code(state.multiStatus ? 207 : 400).send(answer);
    }
    const shipmentNo = `00340434${String(bookings.length + 1).padStart(12, '0')}`;
    bookings.push({ shipmentNo, refNo: order.refNo, order, deleted: false, closed: false });
    const format = query['docFormat'] ?? 'PDF';
    const back = order.services?.dhlRetoure;
    const item = {
      shipmentNo,
      shipmentRefNo: order.refNo,
      sstatus: OK,
      ...(state.withoutLabel ? {} : { label: document(format, shipmentNo) }),
      // A Warenpost has it on its label.
      ...(order.customs && order.product !== 'V66WPI' ? { customsDoc: { b64: PDF, fileFormat: 'PDF', printFormat: 'A4-PT' } } : {}),
      ...(back
        ? {
            returnShipmentNo: `9${shipmentNo.slice(1)}`,
            ...(format === 'ZPL2' ? { returnLabel: document(format, `9${shipmentNo.slice(1)}`) } : {}),
          }
        : {}),
      validationMessages: [{ property: 'shipper', validationMessage: 'The shipper was completed.', validationState: 'Warning' }],
    };
    state.withoutLabel = false;
    if (hit('dropAfter')) return void request.raw.socket.destroy();
    const answer = { status: OK, items: [item] };
    if (hit('truncate')) return reply.type('application/json').send(JSON.stringify(answer).slice(0, 80));
    return reply.send(answer);
  });
  const open = (no: string | undefined): Booking | undefined =>
    bookings.find(({ shipmentNo, deleted, closed }) => shipmentNo === no && !deleted && !closed);
  const unknown = (reply: FastifyReply) =>
    reply.code(400).send({ status: REFUSED, items: [{ sstatus: { ...REFUSED, detail: 'Unknown shipment number.' } }] });

  app.get(orders, (request, reply) => {
    if (state.documentsRefused) return refuse(reply, 400, 'Bad Request', 'Documents cannot be read.');
    const { shipment, docFormat = 'PDF' } = request.query as Query;
    const found = open(shipment);
    return found
      ? { status: OK, items: [{ shipmentNo: shipment, sstatus: OK, label: document(docFormat, found.shipmentNo) }] }
      : unknown(reply);
  });
  app.delete(orders, (request, reply) => {
    const { shipment, profile } = request.query as Query;
    if (profile !== 'STANDARD_GRUPPENPROFIL') mismatches.push('a deletion without profile');
    const found = open(shipment);
    if (!found) return unknown(reply);
    found.deleted = true;
    return { status: OK, items: [{ shipmentNo: shipment, sstatus: OK }] };
  });
  const manifests = '/parcel/de/shipping/v2/manifests';
  app.post(manifests, (request, reply) => {
    const read = Manifesting.safeParse(request.body);
    if (!read.success) {
      mismatches.push(read.error.message);
      return refuse(reply, 400, 'Bad Request', 'The body does not fit the schema.');
    }
    const { manifest } = state;
    if (manifest.dropBefore-- > 0) return void request.raw.socket.destroy();
    if (manifest.status === 502) return reply.code(502).type('text/html').send('<html>Bad gateway</html>');
    if (manifest.status > 0) return refuse(reply.header('retry-after', '1'), manifest.status, 'Refused', 'Not now.');
    const items = read.data.shipmentNumbers.map((shipmentNo) => {
      const found = bookings.find((one) => one.shipmentNo === shipmentNo && !one.deleted);
      if (!found) return { shipmentNo, sstatus: { ...REFUSED, detail: 'Unknown shipment number.' } };
      found.closed = true;
      return { shipmentNo, sstatus: OK };
    });
    if (manifest.dropAfter-- > 0) return void request.raw.socket.destroy();
    return reply.code(207).send({ status: OK, items });
  });
  app.get(manifests, (request, reply) => {
    if (state.sheetsFail) return reply.code(502).type('text/html').send('<html>Bad gateway</html>');
    const { date } = request.query as Query;
    const closed = bookings.filter((one) => one.closed);
    if (date !== houseToday() || closed.length === 0) return refuse(reply, 404, 'Not Found', 'No manifest for this day.');
    return {
      status: OK,
      manifestDate: date,
      manifest: [{ b64: PDF, fileFormat: 'PDF', printFormat: 'A4' }],
      sheetNo: [{ billingNumber: '33333333330102', sheetNo: 'S-1' }],
      items: closed.map(({ shipmentNo }) => ({ shipmentNo, sheetNo: 'S-1', sstatus: OK })),
    };
  });
  app.get('/track/shipments', (request, reply) => {
    if (state.lacksTracking) return refuse(reply, 401, 'Unauthorized', 'No access to this API');
    if (state.tracksLeft-- <= 0) return refuse(reply, 429, 'Too Many Requests', 'Quota of today is used up');
    const { trackingNumber: id = '' } = request.query as Query;
    const events = tracks.get(id);
    if (!events) return refuse(reply, 404, 'No result found', 'No shipment with given tracking number found.');
    return { shipments: [{ id, service: 'parcel-de', status: events[0], events }] };
  });

  const loginNow = {
    key,
    secret,
    user,
    get password() {
      return state.password;
    },
  };
  const day = pickupsOf(app, loginNow, mismatches);

  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    login: { key, secret, user, password },
    state,
    calls,
    bookings,
    tracks,
    day,
    /** What did not fit the restated shapes. */
    mismatches,
    /** Bookings of one of our references that were not deleted. */
    liveOf: (refNo: string): Booking[] => bookings.filter((one) => one.refNo === refNo && !one.deleted),
    faults: (some: Partial<Faults>): void => {
      state.faults = { ...NO_FAULTS, ...some };
    },
    close: () => app.close(),
  };
}
export type Dhl = Awaited<ReturnType<typeof startDhl>>;
