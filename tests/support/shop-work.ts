import pino from 'pino';
import { expect } from 'vitest';
import type { Config } from '../../server/core/config.ts';
import { createDb } from '../../server/core/db/client.ts';
import { workShops } from '../../server/modules/channels/shops/work.ts';
import { type Floor, why } from './floor.ts';

/** Rounds over the shops of a house, made by the test and not by the server, and what the warehouse does with their orders. */

export function shopWorkOf(floor: Floor, settings: Partial<Config>) {
  const rows = (text: string, ...values: unknown[]) => floor.rows(text, values) as Promise<Record<string, unknown>[]>;
  const around = {
    db: createDb(floor.server.pool),
    config: { ...floor.server.config, ...settings },
    log: pino({ level: 'silent' }),
  };
  const handOver = async (parcelId: string): Promise<void> => {
    await rows(`update parcels set tracking_no = 'TR-' || left(id::text, 18), label_state = 'foreign' where id = $1`, parcelId);
    expect(why(await floor.scanner.send({ do: 'handOver', parcelId, loadingListId: null }))).toEqual(['applied']);
  };
  /** One round of a node, after enough time for everything to be due again. */
  const round = async (origin = around.config.KONTOR_ORIGIN): Promise<void> => {
    await rows(`update shop_connections set read_at = null, stock_told_at = null, paused_until = null`);
    await rows(`update channel_due set due_at = now() where outcome = 'open'`);
    await workShops({ ...around, config: { ...around.config, KONTOR_ORIGIN: origin } });
  };
  /** Ten rounds with these faults of the shop, as long as something is open, and one after them. */
  const withFaults = async <F extends object>(set: (faults: Partial<F>) => void, faults: Partial<F>): Promise<void> => {
    set(faults);
    for (let n = 0; n < 10; n++) {
      await rows(`update channel_due set tries = 0 where outcome = 'open'`);
      await round();
    }
    set({});
    await round();
  };
  return {
    rows,
    around,
    handOver,
    /** One round of a node over what is due. */
    work: () => workShops(around),
    round,
    withFaults,
    /** A round in which the stock of every shop is read. */
    readStock: async (): Promise<void> => {
      await rows(`update shop_connections set stock_read_at = null`);
      await round();
    },
    /** A round as if two minutes had passed since stock was read: all orders from before that are known. */
    laterRound: async (): Promise<void> => {
      await rows(`update channel_items set seen_at = now() - interval '2 minutes'`);
      await round();
    },
    /** An order by the shop's id of it; without columns if it is not known. */
    orderRow: async (channelId: string, externalId: string): Promise<Record<string, unknown>> => {
      const [row] = await rows(
        `select o.state, o.reason, o.detail, o.task_id, o.external_no, o.body, o.id from channel_orders o where o.channel_id = $1 and o.external_id = $2`,
        channelId,
        externalId,
      );
      return row ?? {};
    },
    /** Picks, packs and hands over the whole order. @returns the parcel */
    shipTask: async (taskId: string): Promise<string> => {
      await floor.pickAll(taskId);
      const parcelId = await floor.packAll(taskId);
      await handOver(parcelId);
      return parcelId;
    },
    /** Picks the order and packs it into parcels of these quantities of its first line. @returns the parcels */
    packInto: async (taskId: string, quantities: readonly number[]): Promise<string[]> => {
      await floor.pickAll(taskId);
      const [line] = await rows(`select id from task_lines where task_id = $1 order by position`, taskId);
      const parcels: string[] = [];
      for (const qty of quantities) {
        const parcelId = crypto.randomUUID();
        const lineId = String(line?.['id']);
        await floor.scanner.send({ do: 'pack', taskId, lineId, parcelId, qty, serial: '', compartmentId: floor.house.table });
        await floor.scanner.send({ do: 'closeParcel', taskId, parcelId, weight: 900, length: null, width: null, height: null });
        parcels.push(parcelId);
      }
      return parcels;
    },
    /** Messages with such a title, each counted once however many people got it. */
    messages: async (like: string): Promise<number> =>
      Number((await rows(`select count(distinct (title, text))::int as n from messages where title like $1`, like))[0]?.['n']),
  };
}
