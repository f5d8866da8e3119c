import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyReply } from 'fastify';
import { randomOf } from '../support/fault-proxy.ts';
import { dayOf } from './karrio-day.ts';
import { schemaCheck } from './karrio-schema.ts';
import { webhooksOf } from './karrio-webhooks.ts';

/**
 * A Karrio gateway on loopback with a carrier behind it, for tests and the sample. It follows Karrio's program where that differs from its
 * schema: a purchase is one transaction around the call to the carrier, so it is invisible until it ends, and rolled back if the answer of
 * the carrier is lost; the filter by reference is "contains"; archived shipments are left out unless asked for; a second cancel answers 202.
 */

/** Odds from 0 to 1 for each call to buy. `dropBefore`, `dropAfter`: the line is cut before or after the effect. */
export type Faults = {
  dropBefore: number;
  dropAfter: number;
  /** The carrier books, and its answer to Karrio is lost: 424 with a code of the SDK, the shipment stays a draft. */
  lostBehind: number;
  status429: number;
  status5xx: number;
  truncate: number;
  /** Every call is cut, not only purchases. */
  down: number;
  /** Milliseconds until a purchase is done. */
  slow: number;
};
const NO_FAULTS: Faults = { dropBefore: 0, dropAfter: 0, lostBehind: 0, status429: 0, status5xx: 0, truncate: 0, down: 0, slow: 0 };

type Shipment = Record<string, unknown> & { id: string; status: string; reference: string; metadata: Record<string, unknown> };
export type Booking = { shipmentId: string; trackingNo: string; reference: string; parcel: string; voided: boolean };
type Draft = { services: string[]; carrier_ids: string[]; reference: string; label_type: string; metadata: Record<string, unknown> };

/** Parcel, round and try: each call to buy has its own. */
const REQUEST_ID = /^kontor-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d+-\d+$/;
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');
const zpl = (no: string): string => `^XA^FO40,40^BY3^BCN,160^FD${no}^FS^XZ`;

export async function startKarrio({ token = 'key_stand_in_1', seed = 1 }: { token?: string; seed?: number } = {}) {
  const app = Fastify({ forceCloseConnections: true });
  const random = randomOf(seed);
  const check = schemaCheck();
  const shipments = new Map<string, Shipment>();
  /** Labels by shipment. */
  const labels = new Map<string, string>();
  /** What the carrier behind the gateway has booked. */
  const bookings: Booking[] = [];
  const calls: { method: string; path: string; status: number }[] = [];
  const mismatches: string[] = [];
  const trackers = new Map<string, object>();
  const state = {
    token,
    faults: { ...NO_FAULTS },
    /** Archived shipments by id. */
    archived: new Set<string>(),
    /** Answers the next purchases with these refusals. */
    refusals: [] as object[],
    /** Reasons for which labels come as ZPL text in the field for base64. */
    rawZpl: false,
    /** What carriers ask for a parcel. Without an entry nobody names a price, which is a 424. */
    rates: [] as { carrier_id: string; service: string; total_charge: number; transit_days: number | null; currency?: string }[],
    /** Carriers that never answer a question for prices. */
    silent: new Set<string>(),
    connection: { carrier_id: 'dhl_main', carrier_name: 'dhl_parcel_de', active: true },
  };
  const demand = (definition: string, value: unknown): void => void mismatches.push(...check(definition, value));
  const answer = (reply: FastifyReply, definition: string, value: unknown, status = 200) => {
    demand(definition, value);
    return reply.code(status).send(value);
  };
  const fault = (reply: FastifyReply, status: number, code: string, message: string) =>
    answer(reply, 'ErrorResponse', { errors: [{ code, message, level: 'error' }] }, status);
  const hit = (name: keyof Faults): boolean => random() < state.faults[name];

  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['x-token'] !== undefined) mismatches.push(`${request.url}: the token of a session`);
    if (hit('down')) {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    if (request.headers.authorization !== `Token ${state.token}`) return fault(reply, 401, 'authentication_failed', 'Invalid token.');
  });
  app.addHook('onResponse', async (request, reply) => {
    calls.push({ method: request.method, path: request.url, status: reply.statusCode });
  });
  // Karrio accepts an empty body.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body === '' ? {} : JSON.parse(String(body))),
  );

  app.post('/v1/shipments', (request, reply) => {
    demand('ShipmentData', request.body);
    const body = request.body as Draft;
    if (body.carrier_ids[0] !== state.connection.carrier_id) return fault(reply, 424, 'not_found', 'No active carrier connection found.');
    const id = `shp_${randomUUID().replaceAll('-', '')}`;
    const rate = {
      id: `rat_${id}`,
      carrier_name: state.connection.carrier_name,
      carrier_id: state.connection.carrier_id,
      currency: 'EUR',
      service: body.services[0],
      total_charge: 4.19,
      test_mode: true,
    };
    const made: Shipment = {
      ...body,
      object_type: 'shipment',
      id,
      status: 'draft',
      rates: [rate],
      created_at: new Date().toISOString(),
      test_mode: true,
      messages: [],
      shipping_documents: [],
    };
    shipments.set(id, made);
    return answer(reply, 'Shipment', made, 201);
  });
  const found = (request: { params: unknown }): Shipment | undefined => shipments.get((request.params as { id: string }).id);

  app.post('/v1/shipments/:id/purchase', async (request, reply) => {
    demand('ShipmentPurchaseData', request.body);
    const requestId = String(request.headers['x-request-id']);
    if (!REQUEST_ID.test(requestId)) mismatches.push(`purchase: x-request-id ${requestId}`);
    const draft = found(request);
    if (!draft) return fault(reply, 404, 'not_found', 'Shipment not found.');
    if (draft.status !== 'draft')
      return fault(reply, 409, 'state_error', `The shipment is '${draft.status}' and cannot be purchased again.`);
    if (hit('status429')) return fault(reply.header('retry-after', '1'), 429, 'throttled', 'Request was throttled.');
    if (hit('status5xx')) return reply.code(502).type('text/html').send('<html>Bad gateway</html>');
    if (hit('dropBefore')) return void request.raw.socket.destroy();
    const refusal = state.refusals.shift();
    if (refusal) return answer(reply, 'ErrorMessages', refusal, 424);
    if (state.faults.slow > 0) await new Promise((done) => setTimeout(done, state.faults.slow));
    // Two purchases at once both reach the carrier: the status is read without a lock.
    const trackingNo = `JJD0${String(bookings.length + 1).padStart(14, '0')}`;
    bookings.push({
      shipmentId: draft.id,
      trackingNo,
      reference: draft.reference,
      parcel: String(draft.metadata['kontor_parcel']),
      voided: false,
    });
    if (hit('lostBehind'))
      return answer(
        reply,
        'ErrorMessages',
        { messages: [{ code: 'SHIPPING_SDK_INTERNAL_ERROR', message: 'Connection reset by peer', level: 'error' }] },
        424,
      );
    const label =
      (request.body as { label_type?: string }).label_type === 'PDF'
        ? PDF
        : state.rawZpl
          ? zpl(trackingNo)
          : Buffer.from(zpl(trackingNo)).toString('base64');
    const [rate] = draft['rates'] as object[];
    labels.set(draft.id, label);
    Object.assign(draft, {
      status: 'created',
      tracking_number: trackingNo,
      shipment_identifier: trackingNo,
      carrier_name: state.connection.carrier_name,
      carrier_id: state.connection.carrier_id,
      selected_rate: rate,
      shipping_documents: [
        { category: 'label', format: 'ZPL', base64: label },
        ...(draft['customs'] ? [{ category: 'invoice', format: 'PDF', base64: PDF }] : []),
      ],
    });
    if (hit('dropAfter')) return void request.raw.socket.destroy();
    if (hit('truncate')) return reply.type('application/json').send(JSON.stringify(draft).slice(0, 120));
    return answer(reply, 'Shipment', draft);
  });
  const bare = (shipment: Shipment): object => ({ ...shipment, shipping_documents: [] });

  app.get('/v1/shipments/:id', (request, reply) => {
    const one = found(request);
    return one ? answer(reply, 'Shipment', bare(one)) : fault(reply, 404, 'not_found', 'Shipment not found.');
  });
  app.get('/v1/shipments', (request, reply) => {
    const query = request.query as Record<string, string>;
    const { reference = '', is_archived: archived = 'false', limit = '20', offset = '0' } = query;
    const { status, metadata_key: key, created_before: before } = query;
    const hits = [...shipments.values()].filter(
      (one) =>
        one.reference.toLowerCase().includes(reference.toLowerCase()) &&
        state.archived.has(one.id) === (archived === 'true') &&
        (status === undefined || one.status === status) &&
        (key === undefined || Object.hasOwn(one.metadata, key)) &&
        (before === undefined || String(one['created_at']) <= before),
    );
    const end = Number(offset) + Number(limit);
    const page = hits.slice(Number(offset), end);
    for (const one of page) demand('Shipment', bare(one));
    const next = end < hits.length ? `${url}/v1/shipments?offset=${end}` : null;
    return reply.send({ count: hits.length, next, previous: null, results: page.map(bare) });
  });
  app.post('/v1/shipments/:id/documents/label', (request, reply) => {
    const label = labels.get((request.params as { id: string }).id);
    if (!label) return fault(reply, 404, 'not_found', 'Document not found.');
    return answer(reply, 'ShippingDocument', { category: 'label', format: 'ZPL', base64: label });
  });
  app.post('/v1/shipments/:id/cancel', (request, reply) => {
    const one = found(request);
    if (!one) return fault(reply, 404, 'not_found', 'Shipment not found.');
    if (one.status === 'cancelled') return answer(reply, 'Shipment', bare(one), 202);
    for (const booking of bookings)
      if (booking.shipmentId === one.id && booking.trackingNo === one['tracking_number']) booking.voided = true;
    one.status = 'cancelled';
    return answer(reply, 'Shipment', bare(one));
  });
  app.get('/v1/connections', (_request, reply) =>
    answer(reply, 'CarrierConnectionList', {
      count: 1,
      next: null,
      previous: null,
      results: [{ id: 'car_1', is_system: false, test_mode: true, ...state.connection }],
    }),
  );
  app.get('/v1/trackers/:number', (request, reply) => {
    const tracker = trackers.get((request.params as { number: string }).number);
    return tracker ? answer(reply, 'TrackingStatus', tracker) : fault(reply, 404, 'not_found', 'Tracker not found.');
  });
  app.post('/v1/trackers', (request, reply) => {
    demand('TrackingData', request.body);
    const { tracking_number: number, carrier_name: name } = request.body as { tracking_number: string; carrier_name: string };
    const tracker = {
      tracking_number: number,
      carrier_name: name,
      carrier_id: state.connection.carrier_id,
      status: 'pending',
      test_mode: true,
      events: [],
    };
    trackers.set(number, tracker);
    return answer(reply, 'TrackingStatus', tracker, 201);
  });

  app.post('/v1/proxy/rates', async (request, reply) => {
    demand('RateRequest', request.body);
    const { carrier_ids: ids, services } = request.body as { carrier_ids: string[]; services: string[] };
    // Karrio waits for a carrier without a limit.
    if (ids.some((id) => state.silent.has(id))) return new Promise(() => undefined);
    const rates = state.rates
      .filter(({ carrier_id: id, service }) => ids.includes(id) && services.includes(service))
      .map((rate) => ({ id: `rat_${randomUUID()}`, carrier_name: 'any', currency: 'EUR', test_mode: true, ...rate }));
    const messages = [{ code: '1', message: 'No price for this route', level: 'error', carrier_name: 'any', carrier_id: ids[0] }];
    return rates.length > 0 ? answer(reply, 'RateResponse', { rates, messages: [] }) : answer(reply, 'ErrorMessages', { messages }, 424);
  });

  const day = dayOf(app, { demand, answer, fault, shipments, connection: state.connection });
  const webhooks = webhooksOf(app, demand, answer);

  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    state,
    calls,
    shipments,
    bookings,
    trackers,
    webhooks,
    day,
    /** Tells the gateway where a parcel is. The last event is its state. */
    move: (number: string, events: readonly { status: string; timestamp: string }[]): object => {
      const tracker = {
        tracking_number: number,
        carrier_name: state.connection.carrier_name,
        carrier_id: state.connection.carrier_id,
        status: events.at(-1)?.status ?? 'pending',
        test_mode: true,
        events: events.toReversed(),
      };
      trackers.set(number, tracker);
      return tracker;
    },
    /** What did not fit the published schema, in requests and in answers. */
    mismatches,
    /** Books a parcel once more, behind Kontor's back. */
    sellAgain: (parcel: string): Booking => {
      const first = [...shipments.values()].find(({ metadata, status }) => metadata['kontor_parcel'] === parcel && status === 'created');
      if (!first) throw new Error(`no shipment of ${parcel}`);
      const [shipmentId, trackingNo] = [`${first.id}_2`, `JJD1${String(bookings.length + 1).padStart(14, '0')}`];
      shipments.set(shipmentId, { ...first, id: shipmentId, tracking_number: trackingNo, shipment_identifier: trackingNo });
      const booking = { shipmentId, trackingNo, reference: first.reference, parcel, voided: false };
      bookings.push(booking);
      return booking;
    },
    bookingsOf: (parcel: string): Booking[] => bookings.filter((one) => one.parcel === parcel),
    faults: (some: Partial<Faults>): void => {
      state.faults = { ...NO_FAULTS, ...some };
    },
    close: () => app.close(),
  };
}
export type Karrio = Awaited<ReturnType<typeof startKarrio>>;
