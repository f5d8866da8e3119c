import { sql } from 'drizzle-orm';
import { SETUP_STEPS, type SetupStep } from '#contract/settings/setup';
import type { Config } from '../../core/config.ts';
import type { Db } from '../../core/db/client.ts';
import { rowsOf } from '../../core/http/select.ts';
import { SETUP_MARK } from './setup-defaults.ts';

/** The setting that says when somebody opened the tax rates from the list: whether they are right is for people to say. */
export const TAX_CHECKED = 'setup.taxCheckedAt';

/** Where a step is done; null where the person who starts the server does it, by a setting of the environment. */
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

/** What the database says of each step. A carrier that is only simulated sells no labels. */
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

/** The first steps with what is done; null in a house that did not begin empty. */
export async function setupSteps(tx: Db, config: Config): Promise<StepState[] | null> {
  const [facts] = rowsOf(await tx.execute(FACTS));
  if (facts?.['prepared'] !== true) return null;
  const bySettings: Partial<Record<SetupStep, boolean>> = {
    mail: config.SMTP_URL !== undefined,
    // A backup on the disk that it protects is lost with it.
    backup: config.BACKUP_AT !== undefined && !config.BACKUP_FOLDER.startsWith(config.KONTOR_DATA),
  };
  return SETUP_STEPS.map((key) => ({ key, done: bySettings[key] ?? facts[key] === true, path: PATHS[key] }));
}
