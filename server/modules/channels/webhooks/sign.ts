import { createHmac, randomBytes } from 'node:crypto';
import { sealText, unsealText } from '../../../core/sealed-text.ts';

/** Signatures of the Standard Webhooks specification (standardwebhooks.com): HMAC-SHA256 over id, time and body. */

const PREFIX = 'whsec_';

/** 32 random bytes, as the specification writes secrets. */
export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;
export const sealSecret = (secret: string, webhookId: string, text: string): string => sealText(secret, 'webhook', webhookId, text);
/** @throws Error if it was not sealed with this secret for this webhook */
export const unsealSecret = (secret: string, webhookId: string, sealed: string): string => unsealText(secret, 'webhook', webhookId, sealed);

/**
 * The headers of one try.
 * @param secrets the current one, and the one before it while both are valid: the other side takes whichever it knows
 * @param at seconds since 1970
 */
export function signedHeaders(id: string, at: number, body: string, secrets: readonly string[]): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signatures.join(' ') };
}
