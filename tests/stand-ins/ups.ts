import Fastify, { type FastifyReply } from 'fastify';
import { randomOf } from '../support/fault-proxy.ts';
import { dayOf } from './ups-day.ts';
import { type UpsShipment, upsCheck } from './ups-shapes.ts';

/** UPS on loopback: token, shipping, label recovery by reference, void and tracking; prices and pick-ups (ups-day.ts). A shipment is found by its reference as soon as it is booked. */

/** Odds from 0 to 1 for each purchase. `dropBefore`, `dropAfter`: the line is cut before or after the effect. */
export type Faults = { dropBefore: number; dropAfter: number; status429: number; status5xx: number; truncate: number };
const NO_FAULTS: Faults = { dropBefore: 0, dropAfter: 0, status429: 0, status5xx: 0, truncate: 0 };
export type Booking = { number: string; reference: string; shipment: UpsShipment; voided: boolean };
type Activity = {
  gmtDate: string;
  gmtTime: string;
  status: { type: string; code: string; description: string };
  location?: { address: { city: string } };
};

const ACCOUNT = 'A1B2C3';
const zpl = (no: string): string => Buffer.from(`^XA^FO40,40^BY3^BCN,160^FD${no}^FS^XZ`).toString('base64');
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');
/** Some countries outside the customs union: UPS takes no parcel to them without an invoice. */
const OUTSIDE = ['CA', 'CH', 'GB', 'IC', 'NO', 'US'];
/** The papers that come with a shipment that has an invoice. */
const formOf = ({ ShipmentServiceOptions: options }: UpsShipment) =>
  options?.InternationalForms ? { Form: { Image: { ImageFormat: { Code: 'PDF' }, GraphicImage: PDF } } } : {};
const DONE = { ResponseStatus: { Code: '1', Description: 'Success' } };
/** What UPS also answers where the application lacks a product. */
const NO_LOGIN = 'Invalid Authentication Information.';
const PRODUCTS = [
  ['Shipping', /^\/api\/(shipments\/v2409\/(ship|void)|labels)/],
  ['Tracking', /^\/api\/track/],
  ['Rating', /^\/api\/rating/],
  ['Pickup', /^\/api\/(pickupcreation|shipments\/v2409\/pickup)/],
] as const;
type Product = (typeof PRODUCTS)[number][0];
const eur = (value: string) => ({ CurrencyCode: 'EUR', MonetaryValue: value });

export async function startUps({ clientId = 'ups-client-1', clientSecret = 'ups-secret-1', seed = 1 } = {}) {
  const app = Fastify({ forceCloseConnections: true });
  const random = randomOf(seed);
  const bookings: Booking[] = [];
  const calls: { method: string; path: string; status: number }[] = [];
  const mismatches: string[] = [];
  const tracks = new Map<string, Activity[]>();
  const state = {
    clientSecret,
    faults: { ...NO_FAULTS },
    /** Answers the next purchases with these words. */
    refusals: [] as string[],
    /** Answers every search for a label with these words. */
    recoveryRefusal: '',
    /** Tokens that are taken. A token given out is one; UPS may end it early. */
    tokens: new Set<string>(),
    given: 0,
    /** Products that the application was not given. A token is given all the same. */
    lacking: new Set<Product>(),
  };
  const demand = (definition: string, value: unknown): void => void mismatches.push(...upsCheck(definition, value));
  const answer = (reply: FastifyReply, definition: string, value: unknown) => {
    demand(definition, value);
    return reply.send(value);
  };
  const refuse = (reply: FastifyReply, status: number, code: string, message: string) => {
    const value = { response: { errors: [{ code, message }] } };
    demand('ErrorResponse', value);
    return reply.code(status).send(value);
  };
  const hit = (name: keyof Faults): boolean => random() < state.faults[name];

  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['x-token'] !== undefined) mismatches.push(`${request.url}: the token of a session`);
    if (request.url.startsWith('/security/')) return;
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    if (!state.tokens.has(token)) return refuse(reply, 401, '250002', NO_LOGIN);
    if (PRODUCTS.some(([product, path]) => state.lacking.has(product) && path.test(request.url)))
      return refuse(reply, 401, '250002', NO_LOGIN);
    if (!/^[0-9a-f]{32}$/.test(String(request.headers['transid']))) mismatches.push('transId is not 32 characters');
  });
  app.addHook('onResponse', async (request, reply) => {
    calls.push({ method: request.method, path: request.url, status: reply.statusCode });
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => done(null, String(body)));

  app.post('/security/v1/oauth/token', (request, reply) => {
    const login = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
    if (request.body !== 'grant_type=client_credentials') mismatches.push(`token asked with ${String(request.body)}`);
    if (login !== `${clientId}:${state.clientSecret}`) return refuse(reply, 401, '10401', 'ClientId is Invalid');
    state.given += 1;
    const token = `token-${state.given}`;
    state.tokens.add(token);
    return { token_type: 'Bearer', access_token: token, expires_in: '14399', status: 'approved' };
  });

  app.post('/api/shipments/v2409/ship', (request, reply) => {
    demand('SHIPRequestWrapper', request.body);
    if (hit('status429')) return refuse(reply.header('retry-after', '1'), 429, '429', 'Too many requests');
    if (hit('status5xx')) return reply.code(502).type('text/html').send('<html>Bad gateway</html>');
    if (hit('dropBefore')) return void request.raw.socket.destroy();
    const refusal = state.refusals.shift();
    if (refusal !== undefined) return refuse(reply, 400, '120100', refusal);
    const { Shipment: shipment } = (request.body as { ShipmentRequest: { Shipment: UpsShipment } }).ShipmentRequest;
    const { CountryCode: country, PostalCode: zip, StateProvinceCode: province } = shipment.ShipTo.Address;
    const isOutside = OUTSIDE.includes(country) && !zip?.startsWith('BT');
    if (isOutside && !shipment.ShipmentServiceOptions?.InternationalForms)
      return refuse(reply, 400, '121901', 'The international forms are missing.');
    if (['CA', 'US'].includes(country) && !province) return refuse(reply, 400, '120206', 'Missing or invalid ship to state province code.');
    const number = `1ZA1B2C368${String(bookings.length + 1).padStart(8, '0')}`;
    bookings.push({ number, reference: shipment.Package[0]?.ReferenceNumber[0]?.Value ?? '', shipment, voided: false });
    if (hit('dropAfter')) return void request.raw.socket.destroy();
    const value = {
      ShipmentResponse: {
        Response: DONE,
        ShipmentResults: {
          ShipmentCharges: { TransportationCharges: eur('7.10'), ServiceOptionsCharges: eur('0.00'), TotalCharges: eur('7.10') },
          NegotiatedRateCharges: { TotalCharge: eur('5.37') },
          BillingWeight: { UnitOfMeasurement: { Code: 'KGS' }, Weight: '     1.3' },
          ShipmentIdentificationNumber: number,
          ...formOf(shipment),
          PackageResults: [{ TrackingNumber: number, ShippingLabel: { ImageFormat: { Code: 'ZPL' }, GraphicImage: zpl(number) } }],
        },
      },
    };
    if (hit('truncate')) return reply.type('application/json').send(JSON.stringify(value).slice(0, 90));
    return answer(reply, 'SHIPResponseWrapper', value);
  });
  app.post('/api/labels/v1/recovery', (request, reply) => {
    demand('LABELRECOVERYRequestWrapper', request.body);
    if (state.recoveryRefusal !== '') return refuse(reply, 400, '300999', state.recoveryRefusal);
    const { ReferenceValues: wanted, TrackingNumber: number } = (
      request.body as {
        LabelRecoveryRequest: { ReferenceValues?: { ReferenceNumber: { Value: string }; ShipperNumber: string }; TrackingNumber?: string };
      }
    ).LabelRecoveryRequest;
    const found = bookings.filter((one) =>
      number ? one.number === number : one.reference === wanted?.ReferenceNumber.Value && !one.voided,
    );
    const [first] = found;
    if (!first || (wanted && wanted.ShipperNumber !== ACCOUNT))
      return refuse(reply, 400, '300100', 'No shipment found for the reference number.');
    const label = { TrackingNumber: first.number, LabelImage: { LabelImageFormat: { Code: 'ZPL ' }, GraphicImage: zpl(first.number) } };
    // Of several shipments the candidates are named, without a label.
    const results =
      found.length > 1
        ? { LabelResults: [], TrackingCandidate: found.map((one) => ({ TrackingNumber: one.number })) }
        : { ShipmentIdentificationNumber: first.number, LabelResults: [label], ...formOf(first.shipment) };
    return answer(reply, 'LABELRECOVERYResponseWrapper', { LabelRecoveryResponse: { Response: DONE, ...results } });
  });
  app.delete('/api/shipments/v2409/void/cancel/:number', (request, reply) => {
    const found = bookings.find(({ number }) => number === (request.params as { number: string }).number);
    if (!found || found.voided) return refuse(reply, 400, '190117', 'The shipment has already been voided.');
    found.voided = true;
    const Status = { Code: '1', Description: 'Voided' };
    return answer(reply, 'VOIDSHIPMENTResponseWrapper', { VoidShipmentResponse: { Response: DONE, SummaryResult: { Status } } });
  });
  app.get('/api/track/v1/details/:number', (request, reply) => {
    const { number } = request.params as { number: string };
    const activity = tracks.get(number);
    if (!activity) return refuse(reply, 404, 'TW0001', 'Tracking Information Not Found');
    return answer(reply, 'TrackApiResponse', {
      trackResponse: { shipment: [{ inquiryNumber: number, package: [{ trackingNumber: number, activity }] }] },
    });
  });

  const day = dayOf(app, ACCOUNT, mismatches, refuse);

  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    account: ACCOUNT,
    client: { clientId, clientSecret },
    state,
    calls,
    bookings,
    tracks,
    day,
    /** What did not fit the restated and the published shapes. */
    mismatches,
    faults: (some: Partial<Faults>): void => {
      state.faults = { ...NO_FAULTS, ...some };
    },
    close: () => app.close(),
  };
}
export type Ups = Awaited<ReturnType<typeof startUps>>;
