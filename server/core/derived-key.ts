import { hkdfSync } from 'node:crypto';

/** A key of its own for one purpose, made of KONTOR_SECRET (RFC 5869): who learns it learns neither the secret nor another key. */
export const derivedKey = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'kontor', purpose, 32));
