import { createHmac } from 'node:crypto';
import { derivedKey } from '../../../../core/derived-key.ts';

/** A buyer's user name as it is stored: it finds the orders of somebody who closed the account, and tells nobody who that is. */
export const buyerKey = (secret: string, userName: string): string =>
  createHmac('sha256', derivedKey(secret, 'buyers of eBay')).update(userName.toLowerCase()).digest('hex');
