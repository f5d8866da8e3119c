import { sql } from 'drizzle-orm';
import { STAFF_TYPE_ABOVE } from '#contract/core/limits';
import { SETUP_STEPS, type Setup, type SetupStep } from '#contract/settings/setup';
import type { Config } from '../../core/config.ts';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, type Row, statement } from '../../core/db/statement.ts';
import { NEEDED_KEYS } from './setup-company.ts';
import { SETUP_MARK } from './setup-defaults.ts';

/** Setting with the keys of the steps that were skipped. A step that is done is not skipped, whatever it says. */
export const SKIPPED = 'setup.skipped';
/** Setting with the time when an administrator removed the line from Home; null while it is shown. */
export const HIDDEN = 'setup.hiddenAt';

const kept = sql`deleted_at is null`;
const settingText = (key: string) => sql`coalesce((select value #>> '{}' from settings where key = ${key} and ${kept}), '')`;
const needed = sql.join(
  NEEDED_KEYS.map((key) => sql`${key}`),
  sql`, `,
);

/** Facts of the house. Simulated carriers do not count, because they sell no labels. Only accounts of staff are users here. */
const readFacts = statement(
  {
    prepared: cell.boolean,
    hidden: cell.boolean,
    skipped: orNull(cell.jsonb<unknown>()),
    company: cell.text,
    city: cell.text,
    companyComplete: cell.boolean,
    places: cell.integer,
    carriers: cell.texts,
    printers: cell.texts,
    merchants: cell.texts,
    items: cell.integer,
    users: cell.integer,
    invited: cell.integer,
  },
  () => sql`select exists (select from settings where key = ${SETUP_MARK} and ${kept}) as prepared,
    exists (select from settings where key = ${HIDDEN} and value <> 'null'::jsonb and ${kept}) as hidden,
    (select value from settings where key = ${SKIPPED} and ${kept}) as skipped,
    ${settingText('house.name')} as company, ${settingText('house.address.city')} as city,
    (select count(distinct key) = ${NEEDED_KEYS.length}::int from settings where key in (${needed}) and btrim(value #>> '{}') <> '' and ${kept}) as "companyComplete",
    (select count(*)::int from compartments where ${kept}) as places,
    array(select name from carriers where active and api <> 'simulated' and ${kept} order by code) as carriers,
    array(select name from printers where active and ${kept} order by name limit 5) as printers,
    array(select name from merchants where ${kept} order by created_at limit 5) as merchants,
    (select count(*)::int from items where ${kept}) as items,
    (select count(*)::int from users where type > ${STAFF_TYPE_ABOVE}::int and ${kept}) as users,
    (select count(*)::int from users where type > ${STAFF_TYPE_ABOVE}::int and not has_password and ${kept}) as invited`,
);
type Facts = Row<typeof readFacts>;

const DONE: Record<SetupStep, (facts: Facts) => boolean> = {
  company: (facts) => facts.companyComplete,
  places: (facts) => facts.places > 0,
  carriers: (facts) => facts.carriers.length > 0,
  printers: (facts) => facts.printers.length > 0,
  merchant: (facts) => facts.merchants.length > 0,
  items: (facts) => facts.items > 0,
  // The first administrator is one of them.
  users: (facts) => facts.users > 1,
};

/** The stored list of skipped steps. It may be edited as a setting, so words that are no step are left out. */
const skippedIn = (value: unknown): SetupStep[] => SETUP_STEPS.filter((key) => Array.isArray(value) && value.some((one) => one === key));

/** The set-up with the state of each step, by the facts of the database. */
export async function readSetup(tx: Db, config: Config): Promise<Setup> {
  const row = await readFacts.one(tx);
  const { prepared, hidden, skipped: stored, companyComplete: _, ...facts } = row;
  const skipped = skippedIn(stored);
  const stateOf = (key: SetupStep) => (DONE[key](row) ? 'done' : skipped.includes(key) ? 'skipped' : 'open');
  return {
    steps: prepared ? SETUP_STEPS.map((key) => ({ key, state: stateOf(key) })) : null,
    hidden,
    facts,
    mail: config.SMTP_URL !== undefined,
    // A backup on the same disk as the data does not count: it would be lost with the disk.
    backup: config.BACKUP_AT !== undefined && !config.BACKUP_FOLDER.startsWith(config.KONTOR_DATA),
  };
}
