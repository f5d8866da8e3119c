import { CURRENCIES } from '#contract/core/fields';
import { type Booked, type CarrierAdapter, CarrierError, type LabelRequest, type Seen } from '../adapter.ts';
import type { Connection } from '../connections.ts';
import { labelBytes } from '../label-bytes.ts';
import { callUps, signInAnew, type UpsAccess } from './client.ts';
import { recoveryOf, SHIPPER_NUMBER, shipmentOf } from './request.ts';
import { Recovered, Shipped, Voided } from './shapes.ts';
import { trackAt } from './track.ts';

const SHIP = '/api/shipments/v2409';
/** Seconds after the purchase was sent from which a reference that UPS does not find was not booked: UPS answers or gives up long before. */
const PROVEN_AFTER = 120;

/** An account of UPS (docs/connections/ups.md). UPS finds a shipment by our reference, so an unanswered purchase is never made twice. */
export function upsCarrier(access: UpsAccess, connection: Connection): CarrierAdapter {
  const priceOf = ({ ShipmentResponse: { ShipmentResults: results } }: Shipped): Booked['price'] => {
    const charge = results.NegotiatedRateCharges?.TotalCharge ?? results.ShipmentCharges?.TotalCharges;
    const currency = CURRENCIES.find((one) => one === charge?.CurrencyCode);
    const amount = Math.round(Number(charge?.MonetaryValue) * 100);
    return currency && Number.isFinite(amount) ? { amount, currency } : null;
  };
  const voidAt = async (number: string, signal: AbortSignal): Promise<void> => {
    await callUps(access, `${SHIP}/void/cancel/${encodeURIComponent(number)}`, Voided, { method: 'DELETE', signal });
  };
  /** The label of a shipment that has our reference; null if UPS finds none. Of several, all but the first are voided. */
  async function recover(request: LabelRequest, signal: AbortSignal): Promise<Booked | null> {
    const body = recoveryOf(connection, request);
    const { LabelRecoveryResponse: found } = await callUps(access, '/api/labels/v1/recovery', Recovered, { method: 'POST', body, signal });
    const [first, ...others] = (found.TrackingCandidate ?? []).map(({ TrackingNumber: number }) => number);
    for (const number of others) await voidAt(number, signal);
    const label = (found.LabelResults ?? []).find(({ TrackingNumber: number, LabelImage: image }) => image && (!first || number === first));
    const trackingNo = label?.TrackingNumber;
    if (!trackingNo || !label.LabelImage) return null;
    // The answer names no price: UPS's bill does.
    return {
      shipmentId: found.ShipmentIdentificationNumber ?? trackingNo,
      trackingNo,
      retourNo: null,
      price: null,
      zone: '',
      label: labelBytes(label.LabelImage.GraphicImage),
    };
  }

  return {
    async label(request, _handle, signal) {
      const shipped = await callUps(access, `${SHIP}/ship`, Shipped, { method: 'POST', body: shipmentOf(connection, request), signal });
      const { ShipmentIdentificationNumber: shipmentId, PackageResults: parcels } = shipped.ShipmentResponse.ShipmentResults;
      const [parcel] = parcels;
      const image = parcel?.ShippingLabel?.GraphicImage;
      if (!parcel || !image) throw new CarrierError({ kind: 'unknown', message: 'The answer has no label.' });
      return { shipmentId, trackingNo: parcel.TrackingNumber, retourNo: null, price: priceOf(shipped), zone: '', label: labelBytes(image) };
    },
    async look(request, _handle, signal, waited): Promise<Seen> {
      try {
        const booked = await recover(request, signal);
        if (booked) return { kind: 'booked', booked };
      } catch (error) {
        // UPS refuses a reference that it does not know.
        if (!(error instanceof CarrierError && ['refused', 'gone'].includes(error.fault.kind))) throw error;
      }
      return { kind: waited >= PROVEN_AFTER ? 'none' : 'unknown' };
    },
    async void(shipmentId, signal) {
      await voidAt(shipmentId, signal);
      return 'voided';
    },
    track: (numbers, signal) => trackAt(access, numbers, signal),
    async check(signal) {
      if (!SHIPPER_NUMBER.test(connection.account)) return { ok: false, message: 'shipperNumber' };
      try {
        await signInAnew(access, signal);
        return { ok: true, message: '' };
      } catch (error) {
        const refused = error instanceof CarrierError && ['misconfigured', 'refused'].includes(error.fault.kind);
        return { ok: false, message: refused ? 'refusedClient' : 'unreachable' };
      }
    },
  };
}
