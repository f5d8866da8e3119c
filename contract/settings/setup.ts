import { z } from 'zod';
import { Country, Line } from '../core/fields.ts';
import { tidyVatId } from '../parties/vat-id.ts';

/** Steps of the guided set-up of a production house, in order. Whether a step is done is computed (server/modules/settings/setup-steps.ts). */
export const SETUP_STEPS = ['company', 'places', 'carriers', 'printers', 'merchant', 'items', 'users'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** What the house has so far; shown as the result of each step. */
const SetupFacts = z.object({
  company: z.string(),
  city: z.string(),
  places: z.int(),
  /** Names of carriers that are enabled. */
  carriers: z.array(z.string()),
  printers: z.array(z.string()),
  merchants: z.array(z.string()),
  items: z.int(),
  /** Accounts of staff, with the first administrator. */
  users: z.int(),
  /** Of these, accounts whose invitation is not accepted yet. */
  invited: z.int(),
});

/** `steps` is null for a house that did not start empty, such as the sample. */
export const Setup = z.object({
  steps: z.array(z.object({ key: z.enum(SETUP_STEPS), state: z.enum(['done', 'skipped', 'open']) })).nullable(),
  /** An administrator removed the line from Home. */
  hidden: z.boolean(),
  facts: SetupFacts,
  /** Set by settings of the server: mails are sent, and backups go to another place than the data. */
  mail: z.boolean(),
  backup: z.boolean(),
});
export type Setup = z.infer<typeof Setup>;

export const SkipSetupStep = z.strictObject({ skipped: z.boolean() });
export const HideSetup = z.strictObject({ hidden: z.boolean() });

/** The company as it stands on documents and as the sender of labels. Stored as the settings `house.*`. */
export const SetupCompany = z.strictObject({
  name: Line(200, 1),
  vatId: Line(30).overwrite(tidyVatId),
  bank: Line(200),
  streetName: Line(100, 1),
  streetNumber: Line(20),
  zip: Line(20, 1),
  city: Line(100, 1),
  country: Country,
  phone: Line(40),
  email: Line(254),
});
export type SetupCompany = z.infer<typeof SetupCompany>;
export const COMPANY_FIELDS = SetupCompany.keyof().options;
/** The company as stored. It may be empty, or older than a rule of `SetupCompany`. */
export const StoredCompany = z.record(z.enum(COMPANY_FIELDS), z.string());
export type StoredCompany = z.infer<typeof StoredCompany>;
