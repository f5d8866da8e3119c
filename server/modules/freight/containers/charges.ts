import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { CalendarDate, Currency } from '#contract/core/fields';
import type { containers as area } from '#contract/freight/containers';
import { chargeOf, type DayBand } from '#contract/freight/demurrage';
import type { Db } from '../../../core/db/client.ts';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import type { AreaRow } from '../../../core/http/area.ts';
import { runAsHouse } from '../../../core/http/write.ts';
import { containerTariffs } from '../container-tariffs/table.ts';

const Charge = z.object({
  lastFreeDay: CalendarDate,
  days: z.int(),
  amount: z.int().nullable(),
  perDay: z.int().nullable(),
  ended: z.boolean(),
});
/** `currency` is null without a tariff; amounts are null then. */
export const Charges = z.object({ currency: Currency.nullable(), demurrage: Charge.nullable(), detention: Charge.nullable() });

const findDays = statement(
  {
    today: cell.text,
    pickedUp: orNull(cell.text),
    returned: orNull(cell.text),
    currency: orNull(containerTariffs.currency),
    demurrage: orNull(cell.jsonb<DayBand[]>()),
    detention: orNull(cell.jsonb<DayBand[]>()),
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select kontor_day()::text as today, kontor_day(coalesce(c.picked_up_at, case when c.status = 'finish' then c.status_since end))::text as picked_up,
      kontor_day(c.returned_at)::text as returned, t.currency, t.demurrage, t.detention
    from containers c left join container_tariffs t on t.id = c.tariff_id where c.id = ${id}::uuid`,
);

/** Demurrage and detention of a container so far, in the days of the storehouse. The caller has checked that the user may see it. */
export async function chargesOf(tx: Db, { id, arrivedAt, lastFreeDay, emptyDue }: AreaRow<typeof area>): Promise<z.infer<typeof Charges>> {
  const { today, pickedUp, returned, currency, demurrage, detention } = await runAsHouse(tx, () => findDays.one(tx, { id }));
  return {
    currency,
    demurrage: chargeOf(arrivedAt === null ? null : lastFreeDay, pickedUp, today, demurrage ?? []),
    detention: chargeOf(emptyDue, returned, today, detention ?? []),
  };
}
