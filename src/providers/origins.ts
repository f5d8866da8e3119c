/** A placeholder at the start of an address that is a setting (specification, point 7). */
const CARRIER_GATE = '{carriergate}';

export type HttpConfig = { base: string; carrierGate: string };

let config: HttpConfig = { base: import.meta.env.VITE_API_BASE ?? '', carrierGate: '' };
export const configureHttp = (next: Partial<HttpConfig>): void => {
  config = { ...config, ...next };
};

const originOf = (address: string): string => {
  try {
    return new URL(address, window.location.origin).origin;
  } catch {
    return '';
  }
};

/** The full address of a path: replaces the carrier gate's placeholder and prefixes paths with the configured base. */
export function addressOf(path: string): string {
  if (path.startsWith(CARRIER_GATE))
    return new URL(path.slice(CARRIER_GATE.length), config.carrierGate || config.base || window.location.origin).href;
  return new URL(path, config.base || window.location.origin).href;
}

/** The session token is sent only to this origin and the configured ones. */
export function mayCarryToken(address: string): boolean {
  const origin = originOf(address);
  return [window.location.origin, originOf(config.base), config.carrierGate && originOf(config.carrierGate)].some(
    (o) => o !== '' && o === origin,
  );
}

/** Whether a link from the server leads to this origin. Others are not followed. */
export const isOwnLink = (link: string): boolean => /^\/(?![/\\])/.test(link) && originOf(link) === window.location.origin;
