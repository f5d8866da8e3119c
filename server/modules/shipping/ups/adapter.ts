import { type Booked, type CarrierAdapter, CarrierError, type Seen } from '../adapter.ts';
import type { Connection } from '../connections.ts';
import { labelBytes, pdfBytes } from '../label-bytes.ts';
import { checkUps } from './check.ts';
import { callUps, type UpsAccess } from './client.ts';
import { pickupsAt } from './pickups.ts';
import { priceAt, ratesAt } from './rates.ts';
import { recoveryOf, recoveryOfNumber, shipmentOf } from './request.ts';
import { Recovered, Shipped, Voided } from './shapes.ts';
import { trackAt } from './track.ts';

const SHIP = '/api/shipments/v2409';
/** Seconds after the purchase was sent from which a reference that UPS does not find was not booked: UPS answers or gives up long before. */
const PROVEN_AFTER = 120;

const NOT_FOUND = /not found|no shipment|no label|no record|not exist/i;
const isRefusal = (error: unknown): error is CarrierError =>
  error instanceof CarrierError && ['refused', 'refusedAddress', 'gone'].includes(error.fault.kind);

/** An account of UPS (docs/connections/ups.md). UPS finds a shipment by our reference, so an unanswered purchase is never made twice. */
export function upsCarrier(access: UpsAccess, connection: Connection): CarrierAdapter {
  const priceOf = ({ ShipmentResponse: { ShipmentResults: results } }: Shipped): Booked['price'] =>
    priceAt(results.NegotiatedRateCharges?.TotalCharge ?? results.ShipmentCharges?.TotalCharges);
  const voidAt = async (number: string, signal: AbortSignal): Promise<void> => {
    await callUps(access, `${SHIP}/void/cancel/${encodeURIComponent(number)}`, Voided, { method: 'DELETE', signal });
  };
  const recovered = async (body: object, signal: AbortSignal) =>
    (await callUps(access, '/api/labels/v1/recovery', Recovered, { method: 'POST', body, signal })).LabelRecoveryResponse;
  /** Voids what has the same reference. It may be voided already. */
  async function voidOthers(numbers: readonly string[], signal: AbortSignal): Promise<void> {
    for (const number of numbers)
      await voidAt(number, signal).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
      });
  }
  /** The label of the shipment that was found by our reference. Of several, the first is taken and the others are voided. */
  async function bookedOf(found: Awaited<ReturnType<typeof recovered>>, signal: AbortSignal): Promise<Booked | null> {
    const [first, ...others] = (found.TrackingCandidate ?? []).map(({ TrackingNumber: number }) => number);
    await voidOthers(others, signal);
    const labelIn = ({ LabelResults: results }: typeof found) =>
      (results ?? []).find(({ TrackingNumber: number, LabelImage: image }) => image && (!first || number === first));
    // With several shipments UPS may name the candidates only.
    const named = labelIn(found) || !first ? found : await recovered(recoveryOfNumber(first), signal);
    const label = labelIn(named);
    const trackingNo = label?.TrackingNumber;
    if (!trackingNo || !label.LabelImage) return null;
    // The answer names no price: UPS's bill does.
    const shipmentId = found.ShipmentIdentificationNumber ?? trackingNo;
    const customsPaper = pdfBytes((named.Form ?? label.Form)?.Image?.GraphicImage);
    return {
      shipmentId,
      trackingNo,
      retourNo: null,
      price: null,
      zone: '',
      label: labelBytes(label.LabelImage.GraphicImage),
      customsPaper,
    };
  }

  return {
    async label(request, _handle, signal) {
      const shipped = await callUps(access, `${SHIP}/ship`, Shipped, { method: 'POST', body: shipmentOf(connection, request), signal });
      const { ShipmentIdentificationNumber: shipmentId, PackageResults: parcels, Form: form } = shipped.ShipmentResponse.ShipmentResults;
      const [parcel] = parcels;
      const image = parcel?.ShippingLabel?.GraphicImage;
      if (!parcel || !image) throw new CarrierError({ kind: 'unknown', message: 'The answer has no label.' });
      return {
        shipmentId,
        trackingNo: parcel.TrackingNumber,
        retourNo: null,
        price: priceOf(shipped),
        zone: '',
        label: labelBytes(image),
        customsPaper: pdfBytes(form?.Image?.GraphicImage),
      };
    },
    async look(request, _handle, signal, waited): Promise<Seen> {
      const found = await recovered(recoveryOf(connection, request), signal).catch((error: unknown) => {
        if (isRefusal(error)) return error;
        throw error;
      });
      // Only the answer that nothing has the reference proves that nothing is booked. Any other refusal proves nothing.
      if (found instanceof CarrierError) return { kind: waited >= PROVEN_AFTER && NOT_FOUND.test(found.message) ? 'none' : 'unknown' };
      const booked = await bookedOf(found, signal).catch((error: unknown) => {
        if (isRefusal(error)) return null;
        throw error;
      });
      return booked ? { kind: 'booked', booked } : { kind: 'unknown' };
    },
    async void(shipmentId, signal) {
      await voidAt(shipmentId, signal);
      return 'voided';
    },
    rates: (request, signal) => ratesAt(access, connection, request, signal),
    ...pickupsAt(access, connection),
    track: (numbers, signal) => trackAt(access, numbers, signal),
    check: (signal) => checkUps(access, connection, signal),
  };
}
