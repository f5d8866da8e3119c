import type pg from 'pg';

/** What the sample house charges: which facts its categories count, its prices in dollars, the terms of its merchants, and the facts of the history that a bill needs. */

type Client = pg.ClientBase;

/** Category, meter. */
const METERS = [
  ['RECEIVE', 'inbound.pallet'],
  ['STORE', 'storage'],
  ['PICK', 'out.piece'],
  ['ORDER', 'out.order'],
  ['LABEL', 'label.ship'],
  ['SHIP', 'out.parcel'],
  ['RETURN', 'return.order'],
  ['WORK', 'work'],
  ['ACCOUNT', 'periodic'],
  ['SURCHARGE', 'label.surcharge'],
] as const;

/** code, name, unit, texts, price in ten-thousandths; position after the others */
const MORE = [
  ['WORK', 'Work by hand', 'hour', ['Work by hand, per hour', '人工作业（小时）', 'Arbeit von Hand je Stunde'], 380_000],
  ['ACCOUNT', 'Account', 'flat', ['Account and reports, per month', '账户与报表（月）', 'Konto und Auswertungen je Monat'], 490_000],
  [
    'SURCHARGE',
    'Surcharge of a carrier',
    'cost',
    ['Surcharge of a carrier, at cost', '承运商附加费（按成本）', 'Zuschlag eines Frachtführers, zu Selbstkosten'],
    10_000,
  ],
] as const;

/** Adds to the drafts of the base prices what is charged besides; called before they are activated. */
export async function loadMeters(client: Client, baseId: string): Promise<void> {
  for (const [i, [code, name, unit, [en, cn, de], price]] of MORE.entries())
    await client.query(
      `with c as (insert into quotation_categories (code, name, unit, text, position, tax_id) values ($1, $2, $3, $4, $5, (select id from tax where code = 'DE19')) returning id)
       insert into price_rules (name, tariff_id, category_id, bands) select $2, $6, id, $7 from c`,
      [code, name, unit, JSON.stringify({ en, cn, de }), 20 + i, baseId, JSON.stringify([{ id: crypto.randomUUID(), from: 0, price }])],
    );
  for (const [code, meter] of METERS)
    await client.query(
      `update quotation_categories set meter = $2, metered_from = (date_trunc('month', kontor_day()) - interval '1 month')::date where code = $1`,
      [code, meter],
    );
  // A merchant who pays in dollars pays the same figures.
  await client.query(
    `with t as (insert into tariffs (name, currency, valid_from) values ('Prices in dollars', 'USD', '2026-01-01') returning id)
     insert into price_rules (name, tariff_id, category_id, currency, bands, per) select r.name, t.id, r.category_id, 'USD', r.bands, r.per from price_rules r, t where r.tariff_id = $1`,
    [baseId],
  );
  await client.query(
    `insert into merchant_terms (merchant_id, valid_from, currency, minimum, free_days, fee_ids)
     select m.id, '2026-01-01', m.currency, case m.no when 'M-1001' then 50000 else 0 end, case m.no when 'M-1001' then 7 else 0 end, array(select id from quotation_categories where code = 'ACCOUNT')
     from merchants m where m.currency in ('EUR', 'USD')`,
  );
}

/** Facts that the orders of the sample do not carry: counted pallets, and the labels that were bought. */
export async function loadBillingFacts(client: Client): Promise<void> {
  await client.query(
    `update tasks set received_pallets = coalesce(pallet_qty, greatest(1, ceil(received / 400.0)::int)) where kind = 'inbound' and receipt_closed_at is not null`,
  );
  await client.query(
    `insert into label_purchases (parcel_id, task_id, merchant_id, carrier_id, round, role, service, shipment_id, tracking_no, weight, zone, country, cost, currency, bought_at)
     select p.id, p.task_id, p.merchant_id, p.carrier_id, p.label_round, case p.kind when 'return' then 'return' else 'ship' end, p.service, coalesce(nullif(p.shipment_id, ''), p.id::text), p.tracking_no,
       coalesce(p.weight, 0), case when coalesce(t.consignee->>'country', 'DE') = 'DE' then '1' else '2' end, coalesce(t.consignee->>'country', ''),
       (case when coalesce(p.weight, 0) <= 1000 then 349 when p.weight <= 2000 then 389 when p.weight <= 5000 then 449 else 510 end) * case when coalesce(t.consignee->>'country', 'DE') = 'DE' then 1 else 2 end,
       'EUR', coalesce(p.closed_at, p.created_at)
     from parcels p join tasks t on t.id = p.task_id where p.label_state = 'bought' on conflict do nothing`,
  );
  // One entry waits for approval, one is charged.
  await client.query(
    `insert into work_entries (merchant_id, category_id, worked_on, user_id, minutes, note, approved_at, approved_by)
     select m.id, c.id, kontor_day() - 1 - n, u.id, 45 + 60 * n, case n when 0 then 'Labels replaced on two cartons' else 'Damaged boxes repacked' end,
       case n when 1 then now() end, case n when 1 then a.id end
     from generate_series(0, 1) n, merchants m, quotation_categories c, users u, users a
     where m.no = 'M-1001' and c.code = 'WORK' and u.account = 'warehouse@kontor.example' and a.account = 'manager@kontor.example'`,
  );
}
