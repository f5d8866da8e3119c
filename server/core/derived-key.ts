import { hkdfSync } from 'node:crypto';

/** Derives a key for one purpose from KONTOR_SECRET (RFC 5869). It reveals neither the secret nor other keys. */
export const derivedKey = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'kontor', purpose, 32));
