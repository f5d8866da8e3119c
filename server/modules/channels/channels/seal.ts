import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts stored shop credentials: AES-256-GCM (NIST SP 800-38D) with a key derived from the server's secret (HKDF, RFC 5869), bound to
 * their channel.
 */
const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'kontor channel credentials', 32));

/** Returns base64url of nonce, tag and ciphertext. It cannot be decrypted for another channel. */
export function seal(secret: string, channelId: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce).setAAD(Buffer.from(channelId));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** @throws Error if it was not sealed with this secret for this channel */
export function unseal(secret: string, channelId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const cipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, 12)).setAAD(Buffer.from(channelId));
  cipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8');
}
