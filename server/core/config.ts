import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { SECURITY_EVENTS_MIN_DAYS } from '#contract/access/security-events';
import { CarrierFaults } from '#contract/shipping/simulated-faults';
import { RateLimits } from './http/rate-limit.ts';

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** All settings of the server. `npm start -- --help` prints this list. An empty value counts as not set. */
const Settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(7410).describe('Port of the one address that serves everything.'),
  HOST: z.string().default('127.0.0.1').describe('Interface to listen on; 0.0.0.0 opens it to the network.'),
  KONTOR_ORIGIN: address.optional().describe('Public address, as people type it; links in mails start with it. Required in production.'),
  KONTOR_MODE: z
    .enum(['sample', 'production'])
    .default('sample')
    .describe('sample: sample business and accounts on first start; production: neither.'),
  KONTOR_SAMPLE: z
    .enum(['full', 'small'])
    .default('full')
    .describe('What the first start in sample mode loads: full: with 90 days of history; small: the orders of one day.'),
  KONTOR_DATA: z.string().default('./data').transform(resolvePath).describe('Folder of the database, the uploaded files and the mails.'),
  STORAGE_RESERVE_MB: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(128)
    .describe('Megabytes of disk kept for the own PostgreSQL; with less than that left, writing is refused and reading goes on.'),
  KONTOR_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('Signs links and tokens, 32 characters or more. Required in production, else made once in the data folder.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('PostgreSQL 15 or newer to use instead of the one that the server starts itself.'),
  DATABASE_OWNER_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('The same database as its owner, for migrations, where DATABASE_URL names a role with fewer rights.'),
  DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(10)
    .describe('Connections to the database that this node holds at most.'),
  TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('Reverse proxies in front, whose word on the client address is believed.'),
  RATE_LIMITS: RateLimits.prefault('on').describe(
    'Calls a minute that are answered: on, off, or those that differ, such as session=9000,export=60. Default: on.',
  ),
  KONTOR_TLS_CERT: z.string().transform(resolvePath).optional().describe('Certificate file (PEM) to answer by https; with KONTOR_TLS_KEY.'),
  KONTOR_TLS_KEY: z.string().transform(resolvePath).optional().describe('Private key file (PEM) of that certificate.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('Mail server; without it mails are written as files into the data folder.'),
  MAIL_FROM: z.string().default('Kontor <kontor@localhost>').describe('Sender of the mails.'),
  INVOICE_MAILS: z
    .string()
    .regex(/^[\w-]+(\/[\w-]+)*$/)
    .optional()
    .describe('Folder in the data folder into which a mail server puts invoice mails (.eml, in its folder in); without it none are read.'),
  TICKET_MAILS: z
    .string()
    .regex(/^[^\s@:]+@[^\s@:]+:[\w-]+(\/[\w-]+)*$/)
    .transform((text) => ({ address: text.slice(0, text.lastIndexOf(':')).toLowerCase(), folder: text.slice(text.lastIndexOf(':') + 1) }))
    .optional()
    .describe('Address for tickets, and the folder in the data folder into which a mail server puts its mails, as address:folder.'),
  CHANNEL_FILES: z
    .string()
    .regex(/^[\w-]+(\/[\w-]+)*$/)
    .optional()
    .describe('Folder in the data folder in which channels of files exchange them, each in a folder of its own; without it none do.'),
  CARRIER_GATE_URL: address.optional().describe('Gateway to the carriers; without it carrier calls answer from a built-in stand-in.'),
  KARRIO_URL: address.optional().describe('Address of the Karrio gateway from which labels are bought. Only this server calls it.'),
  KARRIO_TOKEN: z.string().min(8).optional().describe('Key for that gateway, used by carriers that have no key of their own.'),
  KARRIO_NOTICE_URL: address
    .optional()
    .describe('Address at which that gateway reaches this server, for its webhook; without it parcels are asked for every ten minutes.'),
  DHL_URL: address
    .default('https://api-eu.dhl.com')
    .describe('Address of DHL’s interfaces (DHL Parcel DE, tracking); the sandbox is https://api-sandbox.dhl.com.'),
  UPS_URL: address
    .default('https://onlinetools.ups.com')
    .describe('Address of UPS’s interfaces; that for tests is https://wwwcie.ups.com.'),
  KONTOR_CARRIER_FAULTS: CarrierFaults.prefault('off').describe(
    'What the simulated carrier does wrong: off, or JSON with probabilities of refuseAddress, timeoutAfterBooking, lostAnswer, inFlight, lostAtCarrier, down.',
  ),
  CARRIER_TIMEOUT: z.coerce
    .number()
    .min(0.05)
    .max(60)
    .default(30)
    .describe('Seconds a carrier is given to answer; then its answer is looked for.'),
  STUCK_AFTER_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(90)
    .default(5)
    .describe('Days without any movement after which a parcel is problematic.'),
  FINISH_AFTER_DAYS: z.coerce.number().int().min(0).max(365).default(14).describe('Days after delivery until an order is closed.'),
  SHOPIFY_APP: z
    .string()
    .regex(/^[^:\s]+:[^:\s]+$/)
    .optional()
    .describe('The house’s Shopify application as client id:secret; without it shops cannot be connected there.'),
  EBAY_APP: z
    .string()
    .regex(/^[^:\s]+:[^:\s]+:[^:\s]+(:[\w-]{32,80})?$/)
    .optional()
    .describe('The house’s eBay application as client id:secret:RuName:verification token; the RuName leads to /ebay/redirect.'),
  SHOP_PLATFORM_URL: address.optional().describe('Where codes of shop platforms are exchanged instead; for a stand-in or the sandbox.'),
  SHOP_ADDRESSES: z
    .enum(['none', 'public', 'any'])
    .default('public')
    .describe(
      'Shops with an address and keys of their own that merchants may connect: none, public ones, or any, also in the house’s network and without https.',
    ),
  WEBHOOK_PRIVATE_ADDRESSES: z
    .enum(['yes', 'no'])
    .default('no')
    .transform((text) => text === 'yes')
    .describe('Whether webhooks of merchants may lead into the house’s own network and need no https: yes or no.'),
  SSO_URL: address.optional().describe('Front that signs people in with a one-time code.'),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .optional()
    .describe('Time of the daily backup in the house’s zone, such as 02:30; without it none is made by itself.'),
  BACKUP_FOLDER: z.string().transform(resolvePath).optional().describe('Folder of the backups. Default: backups in the data folder.'),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12)
    .optional()
    .describe('Encrypts backups, 12 characters or more; without it they are as readable as the database.'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('Bearer token that reads /metrics, 16 characters or more; without it only programs on this machine may.'),
  SECURITY_EVENTS_DAYS: z.coerce
    .number()
    .int()
    .min(SECURITY_EVENTS_MIN_DAYS)
    .max(36_500)
    .default(730)
    .describe('Days that entries of the security log are kept; 90 at least.'),
  LOG_FILE_MB: z.coerce.number().min(0.001).max(10_000).default(10).describe('Megabytes after which a new log file begins.'),
  LOG_FILES: z.coerce.number().int().min(0).max(1_000).default(5).describe('Log files kept in the data folder; 0 writes none.'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info').describe('How much is logged.'),
});
type Settings = z.infer<typeof Settings>;

export type Config = Settings & { KONTOR_SECRET: string; KONTOR_ORIGIN: string; BACKUP_FOLDER: string };

/** The message names each invalid setting; it is written for the person who starts the server. */
export class SettingsError extends Error {}

/**
 * Reads and checks all settings at once.
 * @example readConfig({ PORT: '8080', KONTOR_DATA: '/srv/kontor' })
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([key, value]) => key in Settings.shape && value !== ''));
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join('.')} is not usable: ${issue.message}`).join('\n'));
  }
  const settings = parsed.data;
  if (!settings.KONTOR_TLS_CERT !== !settings.KONTOR_TLS_KEY)
    throw new SettingsError('KONTOR_TLS_CERT and KONTOR_TLS_KEY belong together: set both or neither.');
  if (settings.DATABASE_OWNER_URL && !settings.DATABASE_URL)
    throw new SettingsError('DATABASE_OWNER_URL belongs to a DATABASE_URL: set both, or DATABASE_URL alone.');
  if (settings.KONTOR_MODE === 'production') {
    const missing = (['KONTOR_SECRET', 'KONTOR_ORIGIN'] as const).filter((name) => !settings[name]);
    if (missing.length > 0) throw new SettingsError(missing.map((name) => `${name} must be set in production.`).join('\n'));
  }
  return {
    ...settings,
    BACKUP_FOLDER: settings.BACKUP_FOLDER ?? join(settings.KONTOR_DATA, 'backups'),
    KONTOR_SECRET: settings.KONTOR_SECRET ?? ownSecret(settings.KONTOR_DATA),
    KONTOR_ORIGIN:
      settings.KONTOR_ORIGIN ??
      `${settings.KONTOR_TLS_CERT ? 'https' : 'http'}://${settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST}:${settings.PORT}`,
  };
}

/** Certificate and key for https; null if a proxy terminates TLS. Throws a SettingsError for files it cannot read. */
export function readTls({ KONTOR_TLS_CERT, KONTOR_TLS_KEY }: Config): { cert: Buffer; key: Buffer } | null {
  if (!KONTOR_TLS_CERT || !KONTOR_TLS_KEY) return null;
  const read = (name: string, path: string): Buffer => {
    try {
      return readFileSync(path);
    } catch {
      throw new SettingsError(`${name} names a file that cannot be read: ${path}`);
    }
  };
  return { cert: read('KONTOR_TLS_CERT', KONTOR_TLS_CERT), key: read('KONTOR_TLS_KEY', KONTOR_TLS_KEY) };
}

/** The list of settings for `--help`. */
export function describeSettings(): string {
  return Object.entries<z.ZodType>(Settings.shape)
    .map(([name, schema]) => {
      const { data } = schema.safeParse(undefined);
      const fallback = typeof data === 'string' || typeof data === 'number' ? ` Default: ${name === 'KONTOR_DATA' ? './data' : data}.` : '';
      return `  ${name.padEnd(21)} ${schema.description ?? ''}${fallback}`;
    })
    .join('\n');
}

function resolvePath(path: string): string {
  return resolve(path);
}

/** Stored in the data folder, so that signed links stay valid after a restart. */
function ownSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
