import { isIP } from 'node:net';
import { isPublicAddress } from '../../../core/public-address.ts';

/** The address of a shop that has one of its own: `tea.example/shop` as `https://tea.example/shop`; null if it is none, or none that may be called. */
export function shopAddress(text: string, isPrivateAllowed: boolean): string | null {
  const trimmed = text.trim();
  const whole = /^[a-z]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(whole)) return null;
  const { protocol, hostname, host, pathname, username, password, search, hash } = new URL(whole);
  if (protocol !== 'https:' && !(isPrivateAllowed && protocol === 'http:')) return null;
  if (username !== '' || password !== '' || search !== '' || hash !== '') return null;
  const ip = hostname.replace(/^\[|\]$/g, '');
  if (!isPrivateAllowed && (isIP(ip) === 0 ? !hostname.includes('.') : !isPublicAddress(ip))) return null;
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}
