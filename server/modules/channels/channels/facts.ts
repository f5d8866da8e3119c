import { sql } from 'drizzle-orm';
import type { Fact } from '#contract/core/related';
import type { Db } from '../../../core/db/client.ts';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import { countFact } from '../../../core/http/facts.ts';
import { lookAsHouse } from '../../../core/http/write.ts';
import { folderOf } from '../files/folder.ts';

const findFigures = statement(
  { today: cell.integer, held: cell.integer, waiting: cell.integer, failed: cell.integer, last: orNull(cell.instant) },
  ({ id }: { id: string }) => sql`select
      (select count(*)::int from channel_orders where channel_id = ${id}::uuid and task_id is not null and first_seen >= kontor_day()) as today,
      (select count(*)::int from channel_orders where channel_id = ${id}::uuid and state = 'held') as held,
      (select count(*)::int from channel_due where channel_id = ${id}::uuid and outcome = 'open') as waiting,
      (select count(*)::int from channel_due where channel_id = ${id}::uuid and outcome = 'failed') as failed,
      (select max(first_seen) from channel_orders where channel_id = ${id}::uuid) as last`,
);

/** How a channel is doing: orders taken today, held ones, work that waits or failed, and when the last order came. The row was found in the reader's scope. */
export async function channelFacts(tx: Db, { id, kind }: { id: string; kind: string }): Promise<Fact[]> {
  // The engine's list of work belongs to the house.
  const { today, held, waiting, failed, last } = await lookAsHouse(tx, () => findFigures.one(tx, { id }));
  const fact = (key: string, value: number, meaning: Fact['meaning']): Fact =>
    countFact('channels', key, value, value > 0 && meaning ? { meaning } : {});
  const label = 'channels.facts.last';
  const isOfFiles = kind === 'csv';
  const folder: Fact = {
    key: 'folder',
    label: 'channels.facts.folder',
    spec: { kind: 'text', mono: true, label: 'channels.facts.folder' },
    value: folderOf(id),
  };
  return [
    ...(isOfFiles ? [folder] : []),
    fact('today', today, 'done'),
    fact('held', held, 'stop'),
    // Orders of files do not wait: they are taken while their file is read.
    ...(isOfFiles ? [] : [fact('waiting', waiting, 'wait')]),
    fact('failed', failed, 'stop'),
    { key: 'last', label, spec: { kind: 'instant', relative: true, label }, value: last },
  ];
}
