/** Stands at the head of an address whose real one is a setting (specification, point 7). */
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

/** The whole address of a path: the carrier gate's placeholder replaced, paths put on the configured base. */
export function addressOf(path: string): string {
  if (path.startsWith(CARRIER_GATE))
    return new URL(path.slice(CARRIER_GATE.length), config.carrierGate || config.base || window.location.origin).href;
  return new URL(path, config.base || window.location.origin).href;
}

/** The session token goes to this origin and the configured ones, and nowhere else. */
export function mayCarryToken(address: string): boolean {
  const origin = originOf(address);
  return [window.location.origin, originOf(config.base), config.carrierGate && originOf(config.carrierGate)].some(
    (o) => o !== '' && o === origin,
  );
}

/** Links that the server hands out are followed on this origin only. */
export const isOwnLink = (link: string): boolean => /^\/(?![/\\])/.test(link) && originOf(link) === window.location.origin;
