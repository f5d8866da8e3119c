import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Pick-ups and manifests of the Karrio stand-in. As in Karrio's program: a pick-up can be found by its metadata; one that is cancelled again is
 * answered with 409; a manifest leaves out shipments that are unknown, unbought or on another one, and is refused if none is left.
 */
type Answer = (reply: FastifyReply, definition: string, value: unknown, status?: number) => unknown;
type PickupBody = { metadata: Record<string, string>; address: object; parcels_count: number; options: { connection_id: string } };
type ManifestBody = { shipment_ids: string[]; carrier_name: string; reference: string; address: object };
export type DayFaults = {
  /** The line is cut after the carrier took it. */
  dropAfter: boolean;
  dropBefore: boolean;
  refuse: string;
};
type Gateway = {
  demand: (definition: string, value: unknown) => void;
  answer: Answer;
  fault: (reply: FastifyReply, status: number, code: string, message: string) => unknown;
  shipments: Map<string, Record<string, unknown> & { status: string }>;
  connection: { carrier_id: string; carrier_name: string };
};

export function dayOf(app: FastifyInstance, { demand, answer, fault, shipments, connection }: Gateway) {
  const pickups: (Record<string, unknown> & { id: string; status: string; metadata: Record<string, string> })[] = [];
  const manifests: (Record<string, unknown> & { id: string; reference: string; shipment_identifiers: string[] })[] = [];
  const onManifest = new Set<string>();
  const faults: DayFaults = { dropAfter: false, dropBefore: false, refuse: '' };
  const said = (message: string) => ({
    messages: [{ code: '400', message, level: 'error', carrier_name: connection.carrier_name, carrier_id: connection.carrier_id }],
  });
  const carrier = () => ({ carrier_name: connection.carrier_name, carrier_id: connection.carrier_id, test_mode: true });

  app.post('/v1/pickups', (request, reply) => {
    demand('PickupData', request.body);
    if (faults.dropBefore) return void request.raw.socket.destroy();
    if (faults.refuse) return answer(reply, 'ErrorMessages', said(faults.refuse), 424);
    const body = request.body as PickupBody;
    if (body.options.connection_id !== connection.carrier_id) return fault(reply, 404, 'not_found', 'No active carrier connection found.');
    const made = {
      ...body,
      ...carrier(),
      id: `pck_${randomUUID()}`,
      status: 'scheduled',
      confirmation_number: `PU${pickups.length + 1}`,
      parcels: Array.from({ length: body.parcels_count }, () => ({ weight: 1, weight_unit: 'KG' })),
    };
    pickups.push(made);
    if (faults.dropAfter) return void request.raw.socket.destroy();
    return answer(reply, 'Pickup', made, 201);
  });
  app.get('/v1/pickups', (request, reply) => {
    const { metadata_key: key = '', metadata_value: value = '' } = request.query as Record<string, string>;
    const results = pickups.filter(({ metadata }) => metadata[key]?.includes(value));
    return reply.send({ count: results.length, next: null, previous: null, results });
  });
  const found = (request: { params: unknown }) => pickups.find(({ id }) => id === (request.params as { id: string }).id);
  app.get('/v1/pickups/:id', (request, reply) => {
    const one = found(request);
    return one ? answer(reply, 'Pickup', one) : fault(reply, 404, 'not_found', 'Pickup not found.');
  });
  app.post('/v1/pickups/:id/cancel', (request, reply) => {
    demand('PickupCancelData', request.body);
    const one = found(request);
    if (!one) return fault(reply, 404, 'not_found', 'Pickup not found.');
    if (faults.refuse) return answer(reply, 'ErrorMessages', said(faults.refuse), 424);
    if (one.status === 'cancelled') return answer(reply, 'Pickup', one, 409);
    one.status = 'cancelled';
    return answer(reply, 'Pickup', one);
  });

  app.post('/v1/manifests', (request, reply) => {
    demand('ManifestData', request.body);
    if (faults.dropBefore) return void request.raw.socket.destroy();
    const body = request.body as ManifestBody;
    const kept = body.shipment_ids.filter((id) => shipments.get(id)?.status === 'created' && !onManifest.has(id));
    if (kept.length === 0) return fault(reply, 400, 'invalid', 'One or more shipment ids are invalid or not found.');
    for (const id of kept) onManifest.add(id);
    const made = {
      ...carrier(),
      id: `manf_${randomUUID()}`,
      address: body.address,
      reference: body.reference,
      shipment_identifiers: kept.map((id) => String(shipments.get(id)?.['shipment_identifier'])),
    };
    manifests.push(made);
    if (faults.dropAfter) return void request.raw.socket.destroy();
    return answer(reply, 'Manifest', made, 201);
  });
  app.get('/v1/manifests', (_request, reply) => reply.send({ count: manifests.length, next: null, previous: null, results: manifests }));
  app.post('/v1/manifests/:id/document', (request, reply) =>
    manifests.some(({ id }) => id === (request.params as { id: string }).id)
      ? reply.send({ category: 'manifest', format: 'PDF', base64: Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64') })
      : fault(reply, 404, 'not_found', 'Manifest not found.'),
  );
  return { pickups, manifests, faults, onManifest };
}
