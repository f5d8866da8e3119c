import type { Pool } from 'pg';
import { sequence } from './bank-words.ts';

/**
 * A list of a carrier with known truth: labels that were bought, and what the carrier billed for them. Layout: that of the preset for DHL. It
 * imports no product code.
 */
export type ListRow = {
  trackingNo: string;
  price: number;
  size?: number;
  fuel?: number;
  weight?: number;
  zone?: string;
  service?: string;
  day?: string;
};
/** `truth`: results by tracking number and kind of cost. */
export type LabelledList = { rows: ListRow[]; truth: Map<string, string>; labels: Label[] };
export type Label = { trackingNo: string; cost: number | null; weight: number; zone: string; service: string; isVoid: boolean };

const HEADS = [
  'Sendungsnummer',
  'Versanddatum',
  'Produkt',
  'Gewicht (kg)',
  'Zone',
  'Transportentgelt',
  'Sperrgut',
  'Energiezuschlag',
  'Nettobetrag',
];
/** How `listFile` writes its file. */
export const WRITTEN = {
  encoding: 'utf8',
  separator: 'semicolon',
  decimal: 'comma',
  day: 'DD.MM.YYYY',
  weightUnit: 'kg',
  skip: 0,
  hasHeadings: true,
} as const;
/** A layout whose columns are not named yet. */
export const LAYOUT_AS_TYPED = {
  ...WRITTEN,
  trackingNo: '',
  amount: '',
  costs: [],
};

const german = (minor: number): string =>
  `${minor < 0 ? '-' : ''}${Math.trunc(Math.abs(minor) / 100)},${String(Math.abs(minor) % 100).padStart(2, '0')}`;

export const totalOf = (rows: readonly ListRow[]): number =>
  rows.reduce((sum, { price, size = 0, fuel = 0 }) => sum + price + size + fuel, 0);
export const listFile = (rows: readonly ListRow[]): string =>
  [
    HEADS,
    ...rows.map(({ trackingNo, day = '03.11.2026', service = 'PAKET', weight = 900, zone = '1', price, size = 0, fuel = 0 }) => [
      trackingNo,
      day,
      service,
      (weight / 1000).toFixed(3).replace('.', ','),
      zone,
      german(price),
      size === 0 ? '' : german(size),
      fuel === 0 ? '' : german(fuel),
      german(price + size + fuel),
    ]),
  ]
    .map((cells) => `${cells.join(';')}\r\n`)
    .join('');

export const trackingNo = (n: number): string => `003404341612345${String(n).padStart(5, '0')}`;

/** About 400 rows: most match, each kind of difference occurs many times, and some parcels come again with another surcharge. */
export function labelledList(seed: number, wanted: number, from = 0): LabelledList {
  const random = sequence(seed);
  const rows: ListRow[] = [];
  const labels: Label[] = [];
  const truth = new Map<string, string>();
  const tell = (row: ListRow, result: string, kind = 'base', place = rows.length): void =>
    void truth.set(`${place} ${row.trackingNo} ${kind}`, result);
  for (let n = from; rows.length < wanted; n += 1) {
    const [cost, no] = [349 + Math.floor(random() * 200), trackingNo(n)];
    const label: Label = {
      trackingNo: no,
      cost,
      weight: 900,
      zone: n % 3 === 0 ? '2' : '1',
      service: n % 5 === 0 ? 'EXPRESS' : 'PAKET',
      isVoid: false,
    };
    const row: ListRow = { trackingNo: no, price: cost, zone: label.zone, service: label.service };
    const story = Math.floor(random() * 20);
    if (story === 0) row.price += 15;
    else if (story === 1) Object.assign(row, { weight: 2_400, price: cost + 140 });
    else if (story === 2) Object.assign(row, { zone: label.zone === '1' ? '2' : '1', price: cost + 300 });
    else if (story === 3) label.isVoid = true;
    else if (story === 5) label.cost = null;
    else if (story === 6) row.size = 2_000;
    else if (story === 7) row.fuel = 21;
    else if (story === 8) row.price = -cost;
    else if (story === 9) Object.assign(row, { service: label.service === 'PAKET' ? 'EXPRESS' : 'PAKET', price: cost + 500 });
    const result =
      ['costDiffers', 'weightDiffers', 'zoneDiffers', 'labelVoid', 'notOurs', 'costUnknown', 'ok', 'ok', 'credit', 'zoneDiffers'][story] ??
      'ok';
    tell(row, result);
    if (row.size) tell(row, 'surcharge', 'size');
    if (row.fuel) tell(row, 'surcharge', 'fuel');
    rows.push(row);
    // A stranger's parcel has a number of another series.
    if (story === 4) row.trackingNo = `99${no}`;
    else labels.push(label);
    if (story === 4) {
      truth.delete(`${rows.length - 1} ${no} base`);
      truth.set(`${rows.length - 1} ${row.trackingNo} base`, result);
    }
    if (story === 10) {
      tell(row, 'billedTwice');
      rows.push({ ...row });
    } else if (story === 11) {
      const later = { ...row, price: 0, fuel: 33 };
      tell(later, 'surcharge', 'fuel');
      rows.push(later);
    }
  }
  return { rows, truth, labels };
}

/** Writes the labels as they were bought, each for a parcel of its own, of the merchants in turn. */
export async function buyLabels(
  pool: Pool,
  carrierId: string,
  merchantIds: readonly string[],
  labels: readonly Label[],
  boughtAt = '2026-11-03T10:00:00Z',
): Promise<void> {
  await pool.query(
    `with l as (select x.*, ($3::uuid[])[1 + (x.n % array_length($3::uuid[], 1))] as merchant from jsonb_to_recordset($1::jsonb) x(n int, "trackingNo" text, cost bigint, weight int, zone text, service text, "isVoid" boolean)),
       t as (insert into tasks (no, kind, merchant_id, carrier_id, consignee) select 'CL-' || "trackingNo", 'outbound', merchant, $2, '{"country": "DE"}' from l returning id, no, merchant_id),
       p as (insert into parcels (no, task_id, task_no, merchant_id, seq, state, carrier_id, weight, tracking_no) select t.no || '/1', t.id, t.no, t.merchant_id, 1, 'handedOver', $2, l.weight, l."trackingNo"
         from t join l on t.no = 'CL-' || l."trackingNo" returning id, task_id, merchant_id, tracking_no)
     insert into label_purchases (parcel_id, task_id, merchant_id, round, role, carrier_id, service, shipment_id, tracking_no, weight, zone, country, cost, currency, bought_at, voided_at)
       select p.id, p.task_id, p.merchant_id, 0, 'ship', $2, l.service, 'S-' || l."trackingNo", l."trackingNo", l.weight, l.zone, 'DE', l.cost, case when l.cost is not null then 'EUR' end, $4, case when l."isVoid" then $4::timestamptz end
       from p join l on l."trackingNo" = p.tracking_no`,
    [JSON.stringify(labels.map((label, n) => ({ ...label, n }))), carrierId, merchantIds, boughtAt],
  );
}
