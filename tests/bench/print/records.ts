import { sscc } from '#contract/core/barcode/build';

const TOWNS = ['Hamburg', 'München', 'Łódź', 'Århus', 'Málaga', 'Reims', 'Graz', 'Zürich'];
const COUNTRIES = ['DE', 'DE', 'PL', 'DK', 'ES', 'FR', 'AT', 'CH'];
const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;

/** Parcels as `POST /v0/print/data` gives them: about 21 texts, a GS1-128 and a DataMatrix each. */
export const parcels = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    house: { name: 'Sample House' },
    from: { name1: 'Sample House', streetName: 'Kai', streetNumber: '1', zip: '20457', city: 'Hamburg', country: 'DE' },
    to: {
      name1: `Firma ${i} Söhne GmbH`,
      name2: 'Wareneingang Tor 4',
      streetName: 'Lange Straße',
      streetNumber: String((i % 200) + 1),
      zip: String(10_000 + ((i * 37) % 89_999)),
      city: at(TOWNS, i),
      country: at(COUNTRIES, i),
      phone: '+49 40 123456',
    },
    carrier: at(['DHL', 'DPD', 'UPS'], i),
    service: 'Standard',
    routing: `${at(COUNTRIES, i)} ${String(100 + (i % 900))}`,
    sscc: sscc('0', '9528765', String(i).padStart(9, '0')),
    trackingNo: `0998000002${String(i).padStart(4, '0')}`,
    reference: `SO-2026-${String(i).padStart(6, '0')}`,
    parcelNo: `P-${i}`,
    seq: 1,
    of: 2,
    weight: 1000 + i,
    size: '40 x 30 x 20 cm',
    shipDate: '2026-11-21',
  }));
