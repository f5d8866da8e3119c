import { describe, expect, it } from 'vitest';
import { outageOf } from '../../server/core/db/outage.ts';

const failed = (fields: object, message = 'failed'): Error => Object.assign(new Error(message), fields);

describe('what counts as an outage of the database or the disk (P49)', () => {
  it.each([
    ['PostgreSQL shuts down', failed({ code: '57P01' }), 'DatabaseUnavailable'],
    ['PostgreSQL starts', failed({ code: '57P03' }), 'DatabaseUnavailable'],
    ['no connection is left', failed({ code: '53300' }), 'DatabaseUnavailable'],
    ['the socket is gone', failed({ code: 'ENOENT', syscall: 'connect' }), 'DatabaseUnavailable'],
    [
      'the connection is cut, wrapped by drizzle',
      new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') }),
      'DatabaseUnavailable',
    ],
    ['PostgreSQL has no room', failed({ code: '53100' }), 'StorageFull'],
    [
      'its log has no room',
      failed({ code: '58030' }, 'could not write to file "pg_wal/xlogtemp.1": No space left on device'),
      'StorageFull',
    ],
    ['an upload has no room', failed({ code: 'ENOSPC', syscall: 'write' }), 'StorageFull'],
  ])('%s', (_name, error, outage) => {
    expect(outageOf(error)).toBe(outage);
  });

  it.each([
    [
      'a carrier that refuses connections',
      Object.assign(new TypeError('fetch failed'), { cause: failed({ code: 'ECONNREFUSED', syscall: 'connect' }) }),
    ],
    ['a mail server that refuses connections', failed({ code: 'ECONNREFUSED', syscall: 'connect', command: 'CONN' })],
    ['a file that does not exist', failed({ code: 'ENOENT', syscall: 'open' })],
    ['a statement that takes too long', failed({ code: '57014' })],
    ['a duplicate', failed({ code: '23505' })],
    ['nothing at all', undefined],
  ])('not %s', (_name, error) => {
    expect(outageOf(error)).toBe(null);
  });
});
