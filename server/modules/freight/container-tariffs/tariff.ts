import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { containerTariffs as area } from '#contract/freight/container-tariffs';
import type { CONTAINER_TYPES } from '#contract/freight/containers';
import type { Db } from '../../../core/db/client.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import type { AreaRow, Written } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { runAsHouse } from '../../../core/http/write.ts';

const PRICES = ['currency', 'freeDays', 'demurrage', 'detentionFreeDays', 'detention'] as const;

const findUse = statement(
  { id: cell.uuid },
  ({ tariffId }: { tariffId: string }) => sql`select id from containers where tariff_id = ${tariffId}::uuid limit 1`,
);

/**
 * Prices and free days of a tariff are fixed once a container has it, so that a charge that was shown or billed stays what it was.
 * @throws DomainError StateRefused; a copy with a day of its own takes its place
 */
export async function refuseUsed(tx: Db, values: Written<typeof area>, current: AreaRow<typeof area> | null): Promise<void> {
  if (!current || PRICES.every((name) => !(name in values) || isDeepStrictEqual(values[name], current[name]))) return;
  if (await runAsHouse(tx, () => findUse.first(tx, { tariffId: current.id })))
    throw new DomainError('StateRefused', 'containerTariffs.refusals.used');
}

type TariffKey = { shippingLine: string; sizeType: (typeof CONTAINER_TYPES)[number] };
const findTariff = statement(
  { id: cell.uuid },
  ({ shippingLine, sizeType }: TariffKey) => sql`select id from container_tariffs where deleted_at is null
    and lower(shipping_line) = lower(${shippingLine}) and (size_types = '{}' or ${sizeType} = any (size_types))
    and (valid_from is null or valid_from <= kontor_day()) order by size_types = '{}', valid_from desc nulls last, sort_at desc limit 1`,
);

/** The tariff of a shipping line for a size and type: one for this size before one for all, then the newest that is valid today. */
export const tariffFor = async (tx: Db, key: TariffKey): Promise<string | null> =>
  key.shippingLine === '' ? null : ((await runAsHouse(tx, () => findTariff.first(tx, key)))?.id ?? null);
