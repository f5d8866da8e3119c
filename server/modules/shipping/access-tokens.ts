import { CarrierError } from './adapter.ts';

/** Access tokens of carriers that sign in before they are called (OAuth 2). They hold for hours, and carriers limit how many are asked for. */

/** Seconds before its end at which a token is not used any more. */
const EXPIRY_MARGIN = 60;

export type AccessTokens<A> = {
  /** Runs a call with a token. A token that the carrier ended early is replaced once. @throws CarrierError */
  use: <T>(access: A, signal: AbortSignal, call: (token: string) => Promise<T>) => Promise<T>;
  /** Asks for a new token, so that a check never passes with an old one. @throws CarrierError */
  renew: (access: A, signal: AbortSignal) => Promise<void>;
};

/**
 * The tokens of this node.
 * @param accountOf tells accounts apart; it is kept in memory, so it holds no secret
 * @param ask `seconds`: how long the token holds
 */
export function accessTokens<A>(
  accountOf: (access: A) => string,
  ask: (access: A, signal: AbortSignal) => Promise<{ token: string; seconds: number }>,
): AccessTokens<A> {
  const tokens = new Map<string, { token: string; until: number }>();
  async function tokenOf(access: A, signal: AbortSignal): Promise<string> {
    const account = accountOf(access);
    const known = tokens.get(account);
    if (known && known.until > Date.now()) return known.token;
    const { token, seconds } = await ask(access, signal).catch((error: unknown) => {
      // Nothing was done yet, whatever became of the call for a token.
      if (error instanceof CarrierError && error.fault.kind === 'unknown') throw new CarrierError({ kind: 'busy', message: error.message });
      throw error;
    });
    tokens.set(account, { token, until: Date.now() + (seconds - EXPIRY_MARGIN) * 1000 });
    return token;
  }
  return {
    async use(access, signal, call) {
      const had = tokens.has(accountOf(access));
      try {
        return await call(await tokenOf(access, signal));
      } catch (error) {
        if (!(had && error instanceof CarrierError && error.fault.kind === 'misconfigured')) throw error;
        tokens.delete(accountOf(access));
        return call(await tokenOf(access, signal));
      }
    },
    async renew(access, signal) {
      tokens.delete(accountOf(access));
      await tokenOf(access, signal);
    },
  };
}
