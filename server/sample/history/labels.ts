import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { noteFindings } from '../../modules/shipping/find-labels.ts';
import { trackingNumber } from '../../modules/shipping/numbers.ts';

/** Serials of labels that no parcel of the history has. */
const SPARE = 97_000_001;

/**
 * Labels to check. `days`: how long ago the parcel left. A second number is older than what is billed, so that no merchant pays for it; a
 * voided label and one that was perhaps never bought cost no merchant anything.
 */
const CASES = [
  { kind: 'twoNumbers', days: 75, message: '' },
  { kind: 'voidedLocally', days: 12, message: '' },
  { kind: 'maybeBought', days: 9, message: 'No answer within 30 seconds' },
] as const;

/** The parcel of a parcel carrier that left last before a day. */
const PARCEL = `select p.*, c.code, b.service as bought_service, b.zone, b.country, b.cost, b.currency, b.bought_at
  from parcels p join carriers c on c.id = p.carrier_id join label_purchases b on b.parcel_id = p.id
  where p.handed_over_at < now() - make_interval(days => $1) order by p.handed_over_at desc limit 1`;
const PURCHASE = `insert into label_purchases (parcel_id, task_id, merchant_id, carrier_id, round, role, service, shipment_id, tracking_no, weight, zone, country, cost, currency, bought_at, voided_at, voided_locally)
  values ($1, $2, $3, $4, $5, 'ship', $6, $7, $7, $8, $9, $10, $11, $12, $13::timestamptz - interval '4 minutes', case when $14 then $13::timestamptz end, $14)`;
const ATTEMPT = `insert into label_attempts (parcel_id, round, carrier_id, state, message, created_at, asked_at, ended_at)
  values ($1, $2, $3, 'unclear', $4, $5::timestamptz - interval '10 minutes', $5::timestamptz - interval '10 minutes', $5::timestamptz - interval '5 minutes')`;

/** Adds one label of each kind that people decide on, and looks through all labels as the nightly job does. Nobody is told of them. */
export async function loadLabelsToCheck(client: pg.ClientBase): Promise<void> {
  for (const [at, { kind, days, message }] of CASES.entries()) {
    const [p] = (await client.query(PARCEL, [days])).rows;
    if (kind === 'maybeBought') await client.query(ATTEMPT, [p.id, p.label_round, p.carrier_id, message, p.bought_at]);
    else
      await client.query(PURCHASE, [
        p.id,
        p.task_id,
        p.merchant_id,
        p.carrier_id,
        p.label_round,
        p.bought_service,
        trackingNumber(p.code, SPARE + at),
        p.weight ?? 0,
        p.zone,
        p.country,
        p.cost,
        p.currency,
        p.bought_at,
        kind === 'voidedLocally',
      ]);
  }
  await noteFindings(drizzle(client as pg.Client, { casing: 'snake_case' }));
  await client.query('update label_findings set told_at = now()');
  await client.query('insert into label_reviews (at, open, told) values (now(), $1, true)', [CASES.length]);
}
