import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Keeps calls to addresses that others chose out of the house's own network (OWASP: server-side request forgery). The address that was checked
 * is the one that is connected to, so that a second answer of the name service cannot change it.
 */

/** Ranges of IANA's special-purpose registries that are not reachable in the open net, or lead into another range (RFC 6890, RFC 8190). */
const RANGES: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Only 2000::/3 is given out for the open net. Of it, these lead elsewhere: Teredo, documentation, 6to4. */
const RANGES_6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const blocked = new BlockList();
for (const [address, bits] of RANGES) blocked.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of RANGES_6) blocked.addSubnet(address, bits, 'ipv6');
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address lies in the open net. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !blocked.check(address, 'ipv4');
  // IPv4 inside IPv6 (::ffff:0:0/96, 64:ff9b::/96) is outside 2000::/3.
  return version === 6 && open6.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}

export class PrivateAddress extends Error {}

type Resolve = (host: string, done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void) => void;
const resolveAll: Resolve = (host, done) => lookup(host, { all: true }, done);

/**
 * `lookup` of a connection that gives public addresses only.
 * @param resolve asks the name service; for tests
 */
export function publicLookup(resolve: Resolve = resolveAll): LookupFunction {
  return (host, options, callback) => {
    resolve(host, (error, found) => {
      if (error) return callback(error, '');
      const wanted = options.family === 4 || options.family === 6 ? found.filter(({ family }) => family === options.family) : found;
      const [first] = wanted;
      // One private address among several is enough to refuse: the connection could choose it.
      if (!first || !wanted.every(({ address }) => isPublicAddress(address)))
        return callback(new PrivateAddress(`${host} has no public address.`), '');
      if (options.all) return callback(null, wanted);
      return callback(null, first.address, first.family);
    });
  };
}

/** A host that is an IP address is never looked up, so it is checked by itself. @throws PrivateAddress */
export function demandPublicHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddress(`${host} is no public address.`);
}
