import { sql } from 'drizzle-orm';
import type { Db } from '../core/db/client.ts';
import { containerTariffs } from '../modules/freight/container-tariffs/table.ts';
import { containers } from '../modules/freight/containers/table.ts';
import { type Names, named } from './crew.ts';
import { dayFrom, newService, runService } from './service.ts';

/** number, merchant, vessel, voyage, line, port of loading, days to ETA, seal, goods, progress */
const BOXES = [
  [
    'MSCU7045127',
    'M-1002',
    'MSC Irina',
    'FK446W',
    'MSC',
    'CNNGB',
    6,
    'CN884120',
    'LAMP-DESK-W 120\nLAMP-DESK-B 80\nLAMP-FLOOR 24',
    'sailed',
  ],
  ['TGHU8712349', 'M-1002', 'HMM Hamburg', '0017W', 'HMM', 'CNSHK', -3, 'HM220391', 'VASE-S 400\nVASE-L 160', 'arrived'],
  ['CMAU5566778', 'M-1001', 'CMA CGM Jacques Saadé', '0FLD3W', 'CMA CGM', 'LKCMB', 18, '', 'TEE-ASSAM-500 900', 'announced'],
] as const;

/** Bands of a day tariff: first charged day and amount of each day in cents. */
const bands = (...steps: (readonly [from: number, perDay: number])[]) =>
  steps.map(([from, perDay]) => ({ id: crypto.randomUUID(), from, perDay }));

/** What two of the shipping lines charge, by shipping line. */
async function tariffsOfLines(tx: Db): Promise<Map<string, string>> {
  const made = await tx
    .insert(containerTariffs)
    .values([
      {
        name: 'HMM import Hamburg',
        shippingLine: 'HMM',
        freeDays: 2,
        demurrage: bands([1, 5500], [4, 9500]),
        detentionFreeDays: 5,
        detention: bands([1, 4500]),
      },
      {
        name: 'MSC import Hamburg',
        shippingLine: 'MSC',
        freeDays: 5,
        demurrage: bands([1, 7000], [6, 12_000]),
        detention: bands([1, 5000]),
      },
    ])
    .returning({ id: containerTariffs.id, shippingLine: containerTariffs.shippingLine });
  return new Map(made.map(({ id, shippingLine }) => [shippingLine, id]));
}

/** Containers on their way, in the terminal since five days, and announced. */
export async function loadContainers(tx: Db, names: Names): Promise<void> {
  const tariffs = await tariffsOfLines(tx);
  for (const [containerNo, merchant, vessel, voyage, shippingLine, portOfLoading, eta, sealNo, packingList, far] of BOXES) {
    const head = await newService(tx, names, 'container', merchant);
    await tx.insert(containers).values({
      ...head,
      merchantId: named(names.merchants, merchant),
      containerNo,
      vessel,
      voyage,
      shippingLine,
      portOfLoading,
      sealNo,
      packingList,
      portOfDischarge: 'DEHAM',
      terminal: 'Burchardkai',
      etd: dayFrom(eta - 30),
      eta: dayFrom(eta),
      tariffId: tariffs.get(shippingLine) ?? null,
    });
    if (far === 'announced') continue;
    await runService(tx, names, head.id, 'markUnderWay');
    if (far === 'arrived') await runService(tx, names, head.id, 'markArrived');
    for (const table of ['tasks', 'containers'])
      await tx.execute(sql`update ${sql.identifier(table)} set under_way_at = now() - interval '32 days',
        arrived_at = case when arrived_at is not null then now() - interval '5 days' end where id = ${head.id}::uuid`);
  }
}
