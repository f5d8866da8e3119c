import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PROMISES } from '../support/promises.ts';
import { DOCUMENT, markedTitles, titleOf } from '../support/reliability.ts';

const rows = readFileSync(DOCUMENT, 'utf8')
  .split('\n')
  .filter((line) => /^\| P\d+/.test(line))
  .map((line) => {
    const [promise = '', shown = ''] = line.slice(2, -2).split(/(?<!\\) \| /);
    return {
      no: Number(/^P(\d+)/.exec(promise)?.[1]),
      sentence: promise.split(': ').slice(1).join(': '),
      shown: shown.replaceAll('\\|', '|'),
    };
  });
const titles = markedTitles();
const keyOf = ({ file, title }: { file: string; title: string }): string => `\`${file}\` \`${title}\``;

describe('docs/reliability.md', () => {
  it('lists the promises 1 to 49 in their order, each with a test, a benchmark or the reason why none shows it', () => {
    expect(PROMISES.map(({ no }) => no)).toEqual(Array.from({ length: 49 }, (_, n) => n + 1));
    expect([...new Set(rows.map(({ no }) => no))]).toEqual(PROMISES.map(({ no }) => no));
    for (const { no, sentence } of PROMISES) expect(rows.find((row) => row.no === no)?.sentence).toBe(sentence);
    const unclear = rows.filter(({ shown }) => !/^(`tests\/|\[benchmarks\]|Not shown: \S)/.test(shown));
    expect(unclear).toEqual([]);
  });

  it('names every test that carries the number of a promise, and none that does not exist', () => {
    const marked = titles.flatMap((title) => title.promises.map((no) => `P${no} ${keyOf(title)}`));
    const named = rows.filter(({ shown }) => shown.startsWith('`')).map(({ no, shown }) => `P${no} ${shown}`);
    expect(named.toSorted(), 'npm run reliability -- <file> writes what is missing').toEqual(marked.toSorted());
  });

  it('finds the title in the source by the name that a run gives it', () => {
    // Not written as one literal: it would be taken for the title of a test.
    const mark = ['(P4', 'P5)'].join(', ');
    const source = [{ file: 'a.test.ts', title: `%i hands, \${count} of $kind ${mark}`, promises: [4, 5] }];
    expect(titleOf(source, 'a.test.ts', `16 hands, 300 of pieces ${mark}`)).toBe(source[0]);
    expect(titleOf(source, 'a.test.ts', '16 hands, 300 of pieces')).toBeUndefined();
    expect(titleOf(source, 'b.test.ts', `16 hands, 300 of pieces ${mark}`)).toBeUndefined();
  });
});
