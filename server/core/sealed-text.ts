import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts credentials that the house stores for others: AES-256-GCM (NIST SP 800-38D) with a key derived from the server's secret
 * (HKDF, RFC 5869). A sealed text is bound to its purpose and its owner, so it cannot be moved to another row.
 */
// Not `derivedKey`: credentials are stored that were sealed without its salt.
const keyOf = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `kontor ${purpose} credentials`, 32));

/**
 * @param purpose what it is for, such as `channel`
 * @param owner id of the row that holds it
 * @returns base64url of nonce, tag and ciphertext
 */
export function sealText(secret: string, purpose: string, owner: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce).setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** @throws Error if it was not sealed with this secret for this purpose and owner */
export function unsealText(secret: string, purpose: string, owner: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const cipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), bytes.subarray(0, 12)).setAAD(Buffer.from(owner));
  cipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8');
}
