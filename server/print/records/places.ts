import { sql } from 'drizzle-orm';
import { uuids } from '../../db/uuids.ts';
import { all, type Builder } from './builder.ts';

export const compartmentLabel: Builder = async ({ tx, ids, options }) =>
  new Map(
    (
      await all(
        tx,
        sql`select c.id, c.code, w.name as warehouse, c.zone, c.aisle, c.rack, c.level, c.slot from compartments c join warehouses w on w.id = c.warehouse_id
        where c.id = any(${uuids(ids)})`,
      )
    ).map((row) => [row['id'] as string, { ...row, arrow: options.arrow }]),
  );
