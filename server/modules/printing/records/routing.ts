import type { z } from 'zod';
import { dpdBarcode, leitcode } from '#contract/core/barcode/build';
import { isDhl20, isSscc } from '#contract/core/barcode/check-digits';
import type { Address } from '#contract/core/fields';
import type { TransportLabel } from '#contract/printing/label-data';

/** ISO 3166-1 numeric codes of the countries that the house ships to, as used in carriers' barcodes. */
const NUMERIC: ReadonlyMap<string, string> = new Map(
  `AD020 AE784 AL008 AT040 AU036 BA070 BE056 BG100 BR076 CA124 CH756 CN156 CY196 CZ203 DE276 DK208 EE233 ES724 FI246 FR250 GB826 GR300 HK344 HR191
   HU348 IE372 IL376 IN356 IS352 IT380 JP392 KR410 LI438 LT440 LU442 LV428 MC492 ME499 MK807 MT470 MX484 NL528 NO578 NZ554 PL616 PT620 RO642 RS688
   SA682 SE752 SG702 SI705 SK703 SM674 TR792 UA804 US840 ZA710`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), entry.slice(2)]),
);

/** DPD's service codes (labels.md, 1.4). */
const DPD_SERVICE = { normal: '101', hazardous: '102', cashOnDelivery: '109' } as const;
/**
 * Placeholder for street and house number: their codes are in a directory of Deutsche Post that we do not have. The code then sorts to the
 * postcode only.
 */
const NO_STREET = '000';
const DHL_PRODUCT = '40';

type Shipment = { carrier: string; trackingNo: string; to: Address; services: readonly string[]; dangerGoods: boolean };
type Routing = Pick<z.output<typeof TransportLabel>, 'routing' | 'routingCode' | 'routingCodeType'>;

const zipOf = ({ zip }: Address): string => zip.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
const place = ({ country, zip }: Address): string => [country, zip].filter(Boolean).join('-');

function dpd({ trackingNo, to, services, dangerGoods }: Shipment): Routing | null {
  const [number, country, zip] = [/^\d{14}/.exec(trackingNo)?.[0], NUMERIC.get(to.country), zipOf(to)];
  const routing = number ? `DPD ${number.slice(0, 4)} · ${place(to)}` : `DPD · ${place(to)}`;
  // Postcodes with letters need another form of the code, with a table that only DPD has.
  if (!number || !country || !/^\d{1,7}$/.test(zip)) return { routing, routingCode: trackingNo, routingCodeType: 'none' };
  const service = dangerGoods ? 'hazardous' : services.includes('cashOnDelivery') ? 'cashOnDelivery' : 'normal';
  return { routing, routingCode: dpdBarcode(zip, number, DPD_SERVICE[service], country).code, routingCodeType: 'code128' };
}

function dhl({ to }: Shipment): Routing | null {
  if (to.country !== 'DE' || !/^\d{5}$/.test(to.zip)) return null;
  const code = leitcode(to.zip, NO_STREET, NO_STREET, DHL_PRODUCT);
  return { routing: code.replace(/^(.{5})(.{3})(.{3})(.{2})/, '$1.$2.$3.$4 '), routingCode: code, routingCodeType: 'leitcode' };
}

function ups({ to }: Shipment): Routing | null {
  const [country, zip] = [NUMERIC.get(to.country), zipOf(to)];
  if (!country || !/^[0-9A-Z]{1,9}$/.test(zip)) return null;
  return { routing: `${to.zip} ${to.country}`, routingCode: `(421)${country}${zip}`, routingCodeType: 'gs1-128' };
}

const BY_CARRIER: Record<string, (shipment: Shipment) => Routing | null> = { DPD: dpd, DHL: dhl, UPS: ups };

/** Routing text and code by the carrier's rules if they can be derived from the address; otherwise place and tracking number. */
export const routingOf = (shipment: Shipment): Routing =>
  BY_CARRIER[shipment.carrier]?.(shipment) ?? {
    routing: place(shipment.to),
    routingCode: shipment.trackingNo,
    routingCodeType: 'none',
  };

/** The first SSCC among the codes (18 digits, without application identifier), or ''. */
export const ssccOf = (...codes: string[]): string =>
  codes.map((code) => (isDhl20(code) ? code.slice(2) : code)).find((code) => isSscc(code)) ?? '';
