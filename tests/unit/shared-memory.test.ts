import { expect, it } from 'vitest';
import { sharedMegabytes } from '../../server/core/db/embedded/postmaster.ts';

const GIGABYTE = 1024 ** 3;

it.each([
  [1, 128],
  [4, 256],
  [64, 512],
])('PostgreSQL keeps pages of a machine with %i GB in %i MB', (gigabytes, megabytes) => {
  expect(sharedMegabytes(gigabytes * GIGABYTE)).toBe(megabytes);
});
