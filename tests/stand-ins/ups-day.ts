import type { FastifyInstance, FastifyReply } from 'fastify';
import { type UpsPickup, type UpsRateShipment, upsDayCheck } from './ups-day-shapes.ts';

/**
 * Prices and pick-ups of the stand-in for UPS. Prices are answered for all services at once. A pick-up is found by the account while it is pending,
 * which UPS tells for today and tomorrow only, and is cancelled by its number (PRN).
 */
type PriceOf = { code: string; total: string; negotiated?: string; days?: string };
export type PendingPickup = { prn: string; order: UpsPickup; status: string };
type Refuse = (reply: FastifyReply, status: number, code: string, message: string) => unknown;

const DONE = { ResponseStatus: { Code: '1', Description: 'Success' } };
const PENDING = '002';
const CANCELLED = '007';

export function dayOf(app: FastifyInstance, account: string, mismatches: string[], refuse: Refuse) {
  const asked: UpsRateShipment[] = [];
  const pickups: PendingPickup[] = [];
  const state = {
    rates: [] as PriceOf[],
    /** No question for prices is answered. */
    silent: false,
    /** Answers the next question for prices, order or cancellation with these words. */
    refusals: [] as string[],
    /** Answers every order of a pick-up with this status. */
    pickupStatus: 0,
    dropBefore: false,
    dropAfter: false,
    /** Pending pick-ups cannot be read. */
    pendingFails: false,
  };
  const demand = (definition: string, value: unknown): void => void mismatches.push(...upsDayCheck(definition, value));
  const answer = (reply: FastifyReply, definition: string, value: unknown) => {
    demand(definition, value);
    return reply.send(value);
  };
  const eur = (value: string) => ({ CurrencyCode: 'EUR', MonetaryValue: value });

  app.post('/api/rating/v2409/Shoptimeintransit', (request, reply) => {
    demand('RATERequestWrapper', request.body);
    if (state.silent) return new Promise(() => undefined);
    const refusal = state.refusals.shift();
    if (refusal !== undefined) return refuse(reply, 400, '111210', refusal);
    asked.push((request.body as { RateRequest: { Shipment: UpsRateShipment } }).RateRequest.Shipment);
    const RatedShipment = state.rates.map(({ code, total, negotiated, days }) => ({
      Service: { Code: code },
      BillingWeight: { UnitOfMeasurement: { Code: 'KGS', Description: 'Kilograms' }, Weight: '1.0' },
      TransportationCharges: eur(total),
      ServiceOptionsCharges: eur('0.00'),
      TotalCharges: eur(total),
      ...(negotiated ? { NegotiatedRateCharges: { TotalCharge: eur(negotiated) } } : {}),
      RatedPackage: [{ Weight: '1.0' }],
      ...(days
        ? {
            TimeInTransit: {
              PickupDate: '20261130',
              PackageBillType: '03',
              ServiceSummary: {
                Service: { Description: 'UPS' },
                EstimatedArrival: {
                  Arrival: { Date: '20261202', Time: '120000' },
                  BusinessDaysInTransit: days,
                  Pickup: { Date: '20261130', Time: '170000' },
                  DayOfWeek: 'WED',
                },
              },
            },
          }
        : {}),
    }));
    return answer(reply, 'RATEResponseWrapper', { RateResponse: { Response: DONE, RatedShipment } });
  });

  app.post('/api/pickupcreation/v2409/pickup', (request, reply) => {
    demand('PICKUPCreationRequestWrapper', request.body);
    if (state.dropBefore) return void request.raw.socket.destroy();
    if (state.pickupStatus === 502) return reply.code(502).type('text/html').send('<html>Bad gateway</html>');
    if (state.pickupStatus > 0) return refuse(reply, state.pickupStatus, String(state.pickupStatus), 'Not now.');
    const refusal = state.refusals.shift();
    if (refusal !== undefined) return refuse(reply, 400, '9500509', refusal);
    const { PickupCreationRequest: order } = request.body as { PickupCreationRequest: UpsPickup };
    // As UPS does: an address that has a pick-up on this day gets the same number again.
    const isSame = (one: PendingPickup): boolean =>
      one.status !== CANCELLED &&
      one.order.PickupDateInfo.PickupDate === order.PickupDateInfo.PickupDate &&
      one.order.PickupAddress.PostalCode === order.PickupAddress.PostalCode;
    let made = pickups.find(isSame);
    if (!made) {
      made = { prn: `2929602E${String(pickups.length + 1).padStart(3, '0')}`, order, status: PENDING };
      pickups.push(made);
    }
    if (state.dropAfter) return void request.raw.socket.destroy();
    return answer(reply, 'PICKUPCreationResponseWrapper', {
      PickupCreationResponse: { Response: DONE, PRN: made.prn, RateStatus: { Code: '04', Description: 'Rate not requested' } },
    });
  });
  app.get('/api/shipments/v2409/pickup/oncall', (request, reply) => {
    if (request.headers['accountnumber'] !== account) mismatches.push('pending pick-ups of another account');
    if (state.pendingFails) return reply.code(502).type('text/html').send('<html>Bad gateway</html>');
    const pending = pickups.filter(({ status }) => status !== CANCELLED);
    if (pending.length === 0) return refuse(reply, 400, '9510113', 'There are no pending pickups for the account.');
    const PendingStatus = pending.map(({ prn, order, status }) => ({
      PickupType: '01',
      ServiceDate: order.PickupDateInfo.PickupDate,
      PRN: prn,
      OnCallStatusCode: status,
      PickupStatusMessage: 'Dispatched to driver',
      ReferenceNumber: order.ReferenceNumber,
    }));
    return answer(reply, 'PICKUPPendingResponseWrapper', { PickupPendingStatusResponse: { Response: DONE, PendingStatus } });
  });
  app.delete('/api/shipments/v2409/pickup/02', (request, reply) => {
    const refusal = state.refusals.shift();
    if (refusal !== undefined) return refuse(reply, 400, '9510114', refusal);
    const found = pickups.find(({ prn }) => prn === request.headers['prn']);
    if (!found) return refuse(reply, 400, '9510115', 'No such pickup.');
    if (found.status === CANCELLED) return refuse(reply, 400, '9510114', 'The pickup was already cancelled.');
    found.status = CANCELLED;
    return answer(reply, 'PICKUPCancelResponseWrapper', { PickupCancelResponse: { Response: DONE, PickupType: '01' } });
  });
  return { asked, pickups, state };
}
