import { z } from 'zod';
import { Line } from '#contract/core/fields';
import type { Config } from '../../../core/config.ts';
import { unseal } from '../channels/seal.ts';
import { ShopError } from './platform.ts';

/** The pair of keys of a shop with an address of its own, as it is entered and stored. */
export const Keys = z.strictObject({ key: Line(200, 8), secret: Line(200, 8) });

/** @throws ShopError signIn */
export function readKeys({ KONTOR_SECRET: secret }: Config, channelId: string, sealed: string): z.infer<typeof Keys> {
  const read = Keys.safeParse(JSON.parse(unseal(secret, channelId, sealed)));
  if (!read.success) throw new ShopError({ kind: 'signIn', message: 'The keys could not be read.' });
  return read.data;
}
