/** docs/screens.md: every declared screen has a verdict, and no other has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../server/core/paths.ts';
import { AREAS } from '../../src/resources/index.ts';

const LINE = /^\| `(\/[^`]+)` \| ([^|]+) \| (good|(?:acceptable|weak): [^|]+) \|$/;
const lines = readFileSync(join(ROOT, 'docs/screens.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, path, use] = LINE.exec(line) ?? [];
    return path === undefined || use === undefined ? [] : [{ path, use }];
  });
/** Screens before sign-in are no declared routes. */
const SIGN_IN = ['/login', '/resetPasswordRequest', '/resetPassword', '/invitation', '/confirmEmail', '/cancelEmail'];
const declared = AREAS.flatMap(({ routes }) => routes.filter(({ redirect }) => !redirect).map(({ path }) => path));

describe('docs/screens.md', () => {
  it('has one verdict for every declared screen, with a reason unless it is good', () => {
    const paths = lines.map(({ path }) => path);
    expect([...declared, ...SIGN_IN].filter((path) => !paths.includes(path))).toEqual([]);
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
  });

  it('names no screen that is not declared, and says of each in a few words what it is for', () => {
    expect(lines.filter(({ path }) => ![...declared, ...SIGN_IN].includes(path))).toEqual([]);
    expect(lines.filter(({ use }) => use.split(' ').length > 7)).toEqual([]);
  });
});
