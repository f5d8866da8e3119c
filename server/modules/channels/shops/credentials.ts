import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { Line } from '#contract/core/fields';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { command, notNull, statement } from '../../../core/db/statement.ts';
import { seal, unseal } from '../channels/seal.ts';
import { channels } from '../channels/table.ts';
import { ShopError } from './platform.ts';

/**
 * Credentials of shops: a pair of keys, or access tokens. Tokens hold for an hour; the token that renews them is replaced by each renewal.
 */

/** What a platform gives, and when. A token without `expires_in` holds until it is revoked. */
export const StoredGrant = z.object({
  access_token: z.string(),
  /** Seconds. */
  expires_in: z.number().optional(),
  refresh_token: z.string().optional(),
  /** Milliseconds since 1970; written by us. */
  obtained_at: z.number().optional(),
});
export type StoredGrant = z.infer<typeof StoredGrant>;

/** Seconds before its end at which a token is renewed. */
const EXPIRY_MARGIN = 300;

const lockCredentials = statement(
  { credentials: notNull(channels.credentials) },
  ({ id }: { id: string }) => sql`select credentials from channels where id = ${id}::uuid and credentials is not null for no key update`,
);
const storeCredentials = command(
  ({ id, credentials }: { id: string; credentials: string }) =>
    sql`update channels set credentials = ${credentials} where id = ${id}::uuid`,
);

const holds = ({ expires_in: seconds, obtained_at: at = 0 }: StoredGrant): boolean =>
  seconds === undefined || at + (seconds - EXPIRY_MARGIN) * 1000 > Date.now();

/**
 * A token that holds for the next minutes. It is renewed under a lock of the channel, so that two nodes never use the same renewal token, and
 * stored before it is used.
 * @param renew asks the platform with the renewal token
 * @throws ShopError signIn if it cannot be renewed
 */
export async function accessToken(
  db: Db,
  { KONTOR_SECRET: secret }: Pick<Config, 'KONTOR_SECRET'>,
  { id, credentials }: { id: string; credentials: string },
  renew: (refreshToken: string) => Promise<StoredGrant>,
): Promise<string> {
  const read = (sealed: string): StoredGrant => JSON.parse(unseal(secret, id, sealed)) as StoredGrant;
  const known = read(credentials);
  if (holds(known)) return known.access_token;
  return db.transaction(async (tx) => {
    const row = await lockCredentials.first(tx, { id });
    if (!row) throw new ShopError({ kind: 'signIn', message: 'The shop was disconnected.' });
    const now = read(row.credentials);
    if (holds(now)) return now.access_token;
    if (now.refresh_token === undefined) throw new ShopError({ kind: 'signIn', message: 'The permission has ended.' });
    const grant = await renew(now.refresh_token);
    await storeCredentials(tx, { id, credentials: seal(secret, id, JSON.stringify({ ...now, ...grant, obtained_at: Date.now() })) });
    return grant.access_token;
  });
}

/** The pair of keys of a shop with an address of its own, as it is entered and stored. */
export const Keys = z.strictObject({ key: Line(200, 8), secret: Line(200, 8) });

/** @throws ShopError signIn */
export function readKeys({ KONTOR_SECRET: secret }: Config, channelId: string, sealed: string): z.infer<typeof Keys> {
  const read = Keys.safeParse(JSON.parse(unseal(secret, channelId, sealed)));
  if (!read.success) throw new ShopError({ kind: 'signIn', message: 'The keys could not be read.' });
  return read.data;
}
