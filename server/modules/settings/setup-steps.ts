import { sql } from 'drizzle-orm';
import { SETUP_STEPS, type SetupStep } from '#contract/settings/setup';
import type { Config } from '../../core/config.ts';
import type { Db } from '../../core/db/client.ts';
import { rowsOf } from '../../core/http/select.ts';
import { SETUP_MARK } from './setup-defaults.ts';

/** Setting with the time when a user opened the tax rates from the setup list. The application cannot check whether the rates are right. */
export const TAX_CHECKED = 'setup.taxCheckedAt';

/** Page of each step; null if it is done with environment settings of the server. */
const PATHS: Record<SetupStep, string | null> = {
  houseAddress: '/settings/list?q=house',
  storehouse: '/wms/storehouse',
  places: '/wms/location',
  taxRates: '/settings/tax',
  carrier: '/settings/carriers',
  merchant: '/settings/merchant',
  user: '/settings/users/list',
  printer: '/settings/settingPrinters',
  mail: null,
  backup: null,
};

const NEEDED = ['house.name', 'house.address.streetName', 'house.address.zip', 'house.address.city', 'house.address.country'];
const kept = sql`deleted_at is null`;

/** State of each step by the database. Simulated carriers do not count, because they sell no labels. */
const FACTS = sql`select exists (select from settings where key = ${SETUP_MARK} and ${kept}) as prepared,
  (select count(distinct key) = ${NEEDED.length} from settings where key in (${sql.join(
    NEEDED.map((key) => sql`${key}`),
    sql`, `,
  )}) and btrim(value #>> '{}') <> '' and ${kept}) as "houseAddress",
  exists (select from storehouses where ${kept} and address->>'streetName' <> '' and address->>'zip' <> '' and address->>'city' <> '' and address->>'country' <> '') as storehouse,
  exists (select from compartments where ${kept}) as places,
  exists (select from settings where key = ${TAX_CHECKED} and ${kept}) or exists (select from tax where updated_by is not null or created_by is not null) as "taxRates",
  exists (select from carriers where active and api <> 'simulated' and ${kept}) as carrier,
  exists (select from merchants where ${kept}) as merchant,
  (select count(*) > 1 from users where ${kept}) as "user",
  exists (select from printers where active and ${kept}) as printer`;

type StepState = { key: SetupStep; done: boolean; path: string | null };

/** The setup steps with their state; null for a house that did not start empty. */
export async function setupSteps(tx: Db, config: Config): Promise<StepState[] | null> {
  const [facts] = rowsOf(await tx.execute(FACTS));
  if (facts?.['prepared'] !== true) return null;
  const bySettings: Partial<Record<SetupStep, boolean>> = {
    mail: config.SMTP_URL !== undefined,
    // A backup on the same disk as the data does not count: it would be lost with the disk.
    backup: config.BACKUP_AT !== undefined && !config.BACKUP_FOLDER.startsWith(config.KONTOR_DATA),
  };
  return SETUP_STEPS.map((key) => ({ key, done: bySettings[key] ?? facts[key] === true, path: PATHS[key] }));
}
