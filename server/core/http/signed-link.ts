import { createHmac, timingSafeEqual } from 'node:crypto';
import { API } from '#contract/core/envelope';
import type { Config } from '../config.ts';
import { DomainError } from './errors.ts';

const signature = (config: Config, body: string): Buffer => createHmac('sha256', config.KONTOR_SECRET).update(body).digest();

/** A signed path for one purpose and one id, valid for some seconds: the specification's `GET {token}`. */
export function signedLink(config: Config, purpose: string, id: string, seconds: number): string {
  const body = Buffer.from(JSON.stringify([purpose, id, Math.floor(Date.now() / 1000) + seconds])).toString('base64url');
  return `${API}/link/${body}.${signature(config, body).toString('base64url')}`;
}

/** @throws DomainError LinkExpired unless the token is valid, not expired and made for this purpose */
export function readLink(config: Config, token: string, purpose: string): string {
  const [body = '', mark = ''] = token.split('.');
  const given = Buffer.from(mark, 'base64url');
  const right = signature(config, body);
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new DomainError('LinkExpired');
  const [kind, id, until] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [string, string, number];
  if (kind !== purpose || until < Date.now() / 1000) throw new DomainError('LinkExpired');
  return id;
}
