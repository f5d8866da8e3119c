import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { command, type Row, statement } from '../../../core/db/statement.ts';
import { type Taken, takeFiles, type WatchedFolder } from '../../../core/folders/take-files.ts';
import { textIn } from '../../../core/http/texts.ts';
import { notify, peopleOfRole, textFor } from '../../support/index.ts';
import { channels } from '../channels/table.ts';
import { csvOf, putFile, stampedName } from './csv.ts';
import { folderOf } from './folder.ts';
import { stockText, writeShipments } from './outgoing-files.ts';
import { HEADER, takeOrders } from './take-orders.ts';

/**
 * Channels of files: each has a folder with `in` for orders, `out` for acknowledgements, shipments and stock, and `done` and `bad` for what was
 * taken. The house's own SFTP server fills and empties it.
 */

type Context = { db: Db; config: Pick<Config, 'KONTOR_DATA' | 'CHANNEL_FILES'>; log: FastifyBaseLogger };

const MAX_MB = 30;
/** Milliseconds between two files of stock. */
const STOCK_EVERY = 15 * 60_000;

const findChannels = statement(
  {
    id: channels.id,
    name: channels.name,
    merchantId: channels.merchantId,
    mapping: channels.mapping,
    stockSync: channels.stockSync,
  },
  () =>
    sql`select id, name, merchant_id, mapping, stock_sync from channels where kind = 'csv' and active and deleted_at is null order by sort_at`,
);
type FileChannel = Row<typeof findChannels>;
const keepAwake = command(() => sql`select 1`);

const word = (key: string): string => textIn('en', `channels.files.${key}`);
const WORDS = ['empty', 'tooLarge', 'otherKind', 'failed', 'again'] as const;
const HEAD = csvOf([HEADER]);

/** The report as a table, also where a sentence stands before the rows or instead of them. */
function acknowledgement({ report, isGood }: Taken): string {
  const at = report.indexOf(HEAD.trimEnd());
  const message = (at < 0 ? report : report.slice(0, at)).trim();
  const rows = at < 0 ? '' : report.slice(at + HEAD.length);
  return HEAD + (message === '' ? '' : csvOf([[0, '', isGood ? 'again' : 'refused', message]])) + rows;
}

async function takeIn({ db, log }: Context, channel: FileChannel, path: string, settled: number | undefined): Promise<Taken[]> {
  const folder: WatchedFolder = {
    name: `channel ${channel.id}`,
    path,
    ending: '.csv',
    maxBytes: MAX_MB * 1024 * 1024,
    words: Object.fromEntries(WORDS.map((key) => [key, word(key)])) as WatchedFolder['words'],
    take: (tx, { bytes }) => takeOrders(db, channel, bytes, () => keepAwake(tx)),
    acknowledge: (file) => putFile(join(path, 'out'), `ack_${file.name}`, acknowledgement(file)),
  };
  return takeFiles({ db, log }, folder, settled);
}

async function notifyFaults(db: Db, { id, name }: FileChannel, bad: readonly Taken[]): Promise<void> {
  const [first] = bad;
  if (!first) return;
  const values = { n: String(bad.length), channel: name, name: first.name.slice(0, 100), report: first.report.slice(0, 500) };
  await db.transaction(async (tx) => {
    await notify(tx, await peopleOfRole(tx, 'manager'), (locale) => ({
      title: textFor(locale, 'channels.notifications.badFileTitle', values),
      text: textFor(locale, 'channels.notifications.badFileText', values),
      type: 'warning',
      link: `/eEP/channels/${id}`,
    }));
  });
}

/**
 * One look into the folders of all channels of files.
 * @returns `look`: @param settled milliseconds for which a file must be unchanged
 */
export function createExchange(context: Context): (settled?: number) => Promise<void> {
  const { db, config, log } = context;
  const root = config.CHANNEL_FILES;
  /** The last file of stock of each channel: when it was written, and its text. */
  const stock = new Map<string, { at: number; text: string }>();

  async function writeStock(channel: FileChannel, out: string): Promise<void> {
    const last = stock.get(channel.id);
    if (!channel.stockSync || (last && Date.now() - last.at < STOCK_EVERY)) return;
    const text = await stockText(db, channel);
    if (text !== last?.text) await putFile(out, stampedName('inv'), text);
    stock.set(channel.id, { at: Date.now(), text });
  }
  async function visit(channel: FileChannel, path: string, settled: number | undefined): Promise<void> {
    const out = join(path, 'out');
    await mkdir(out, { recursive: true });
    const taken = await takeIn(context, channel, path, settled);
    await notifyFaults(
      db,
      channel,
      taken.filter(({ isGood }) => !isGood),
    );
    while ((await writeShipments(db, channel, out)) > 0);
    await writeStock(channel, out);
  }
  return async (settled) => {
    if (root === undefined) return;
    for (const channel of await findChannels(db)) {
      try {
        await visit(channel, join(config.KONTOR_DATA, root, folderOf(channel.id)), settled);
      } catch (error) {
        // A folder that cannot be written stops no other channel.
        log.error({ err: error, channel: channel.id }, 'files of a channel');
      }
    }
  };
}
