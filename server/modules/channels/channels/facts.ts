import { sql } from 'drizzle-orm';
import { NOTICE_KINDS } from '#contract/channels/channels';
import { SAMPLE_SHOP } from '#contract/channels/sample-shop';
import type { Fact } from '#contract/core/related';
import type { Db } from '../../../core/db/client.ts';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import { countFact } from '../../../core/http/facts.ts';
import { runAsHouse } from '../../../core/http/write.ts';
import { folderOf } from '../files/folder.ts';
import { shopConnections } from '../tables.ts';

const findFigures = statement(
  { today: cell.integer, held: cell.integer, waiting: cell.integer, failed: cell.integer, last: orNull(cell.instant) },
  ({ id }: { id: string }) => sql`select
      (select count(*)::int from channel_orders where channel_id = ${id}::uuid and task_id is not null and first_seen >= kontor_day()) as today,
      (select count(*)::int from channel_orders where channel_id = ${id}::uuid and state = 'held') as held,
      (select count(*)::int from channel_due where channel_id = ${id}::uuid and outcome = 'open') as waiting,
      (select count(*)::int from channel_due where channel_id = ${id}::uuid and outcome = 'failed') as failed,
      (select max(first_seen) from channel_orders where channel_id = ${id}::uuid) as last`,
);

const findHealth = statement(
  {
    noticedAt: orNull(shopConnections.noticedAt),
    unnoticedSince: orNull(shopConnections.unnoticedSince),
    budgetLeft: orNull(shopConnections.budgetLeft),
    budgetMost: orNull(shopConnections.budgetMost),
  },
  ({ id }: { id: string }) =>
    sql`select noticed_at, unnoticed_since, budget_left, budget_most from shop_connections where channel_id = ${id}::uuid`,
);
type Channel = { id: string; kind: string; shop: string; ownLocation: string };
type Health = NonNullable<Awaited<ReturnType<typeof findHealth.first>>>;

/** The section of the fields that shows the connection. */
const section = 'access';
/** Share of the limit of calls below which little is left. */
const LITTLE = 0.1;
const note = (text: string): Pick<Fact, 'note'> => ({ note: { text: `channels.facts.${text}` } });

/** When the last notice came, or since when none came although one should have. */
function noticesFact({ noticedAt, unnoticedSince }: Health): Fact {
  const at = (key: string, value: string): Fact => {
    const label = `channels.facts.${key}`;
    return { key: 'notices', label, section, spec: { kind: 'instant', relative: true, label }, value };
  };
  if (unnoticedSince !== null) return { ...at('noNotices', unnoticedSince), meaning: 'wait', ...note('noNoticesNote') };
  if (noticedAt !== null) return at('notices', noticedAt);
  const label = 'channels.facts.notices';
  const options = [{ value: 'none', label: 'channels.notices.none' }];
  return { key: 'notices', label, section, spec: { kind: 'choice', options, label }, value: 'none', ...note('firstNoticeNote') };
}
/** What is left of the limit of calls, where the platform names one. */
const budgetFacts = ({ budgetLeft: left, budgetMost: most }: Health): Fact[] => {
  if (left === null || most === null) return [];
  const isLittle = left < most * LITTLE;
  return [countFact('channels', 'budget', left, isLittle ? { meaning: 'wait' } : {}), countFact('channels', 'budgetMost', most)].map(
    (fact) => ({ ...fact, section }),
  );
};

/** The rest of an order stays open where the platform has no way to close it, and the page says why. */
function restFact({ kind, ownLocation }: Channel): Fact[] {
  const reason = kind === 'ebay' ? 'restOnEbay' : kind === 'shopify' && ownLocation !== '' ? 'restOfLocation' : null;
  if (reason === null) return [];
  const label = 'channels.fields.restOfOrder';
  const options = [{ value: 'open', label: 'channels.rests.open' }];
  return [{ key: 'rest', label, section: 'data', spec: { kind: 'choice', options, label }, value: 'open', ...note(reason) }];
}

/** How the connection of a shop is doing, and what cannot be chosen for it. Nothing is asked from the platform for that. */
async function connectionFacts(tx: Db, channel: Channel): Promise<Fact[]> {
  const health = await runAsHouse(tx, () => findHealth.first(tx, { id: channel.id }));
  const notifies = NOTICE_KINDS.some((one) => one === channel.kind) && channel.shop !== SAMPLE_SHOP;
  return [...(health && notifies ? [noticesFact(health)] : []), ...(health ? budgetFacts(health) : []), ...restFact(channel)];
}

/** How a channel is doing: orders taken today, held ones, work that waits or failed, and when the last order came. The row was found in the reader's scope. */
export async function channelFacts(tx: Db, channel: Channel): Promise<Fact[]> {
  const { id, kind } = channel;
  // The engine's list of work belongs to the house.
  const { today, held, waiting, failed, last } = await runAsHouse(tx, () => findFigures.one(tx, { id }));
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
    ...(await connectionFacts(tx, channel)),
  ];
}
