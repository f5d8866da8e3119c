import { sql } from 'drizzle-orm';
import { statement } from '../../../core/db/statement.ts';
import { uuids } from '../../../core/db/uuids.ts';
import { compartments } from '../../stock/compartments/table.ts';
import { warehouses } from '../../stock/warehouses/table.ts';
import type { Builder } from './builder.ts';

const findPlaces = statement(
  {
    id: compartments.id,
    code: compartments.code,
    warehouse: warehouses.name,
    zone: compartments.zone,
    aisle: compartments.aisle,
    rack: compartments.rack,
    level: compartments.level,
    slot: compartments.slot,
  },
  ({
    ids,
  }: {
    ids: readonly string[];
  }) => sql`select c.id, c.code, w.name as warehouse, c.zone, c.aisle, c.rack, c.level, c.slot from compartments c join warehouses w on w.id = c.warehouse_id
        where c.id = any(${uuids(ids)})`,
);

export const compartmentLabel: Builder = async ({ tx, ids, options }) =>
  new Map((await findPlaces(tx, { ids })).map((row) => [row.id, { ...row, arrow: options.arrow }]));
