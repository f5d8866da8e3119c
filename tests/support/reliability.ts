import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROMISES } from './promises.ts';

/** docs/reliability.md: which test shows which promise, and what its last run counted. Written by `npm run reliability`. */
const ROOT = join(import.meta.dirname, '../..');
export const DOCUMENT = join(ROOT, 'docs/reliability.md');

/** A title of a test or a group of tests that ends in the numbers of promises: "… (P17, P18)". As written in the source, placeholders and all. */
export type MarkedTitle = { file: string; title: string; promises: number[] };
/** The last run of a marked title. `date` is the day in UTC, as 2026-01-31. */
export type Run = { figure: string; date: string };

const MARK = /\((P\d+(?:, P\d+)*)\)$/;
const LITERAL = /(['"`])((?:(?!\1).)*\(P\d+(?:, P\d+)*\))\1/g;

const numbersOf = (title: string): number[] => (MARK.exec(title)?.[1] ?? '').split(', ').map((mark) => Number(mark.slice(1)));

/** Every marked title of the tests, by file and then in the order of the source. */
export function markedTitles(): MarkedTitle[] {
  return readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((path) => `tests/${path.replaceAll('\\', '/')}`)
    .filter((file) => /\.test\.tsx?$/.test(file))
    .toSorted()
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(LITERAL)].map(([, , title = '']) => ({
        file,
        title,
        promises: numbersOf(title),
      })),
    );
}

/** The marked title that a running test or group came from: in a run the placeholders of `it.each` and of templates are filled in. */
export function titleOf(titles: readonly MarkedTitle[], file: string, name: string): MarkedTitle | undefined {
  if (!MARK.test(name)) return undefined;
  const here = titles.filter((title) => title.file === file);
  return here.find(({ title }) => title === name) ?? here.find(({ title }) => patternOf(title).test(name));
}

const patternOf = (title: string): RegExp => {
  const fixed = title.split(/\$\{[^}]*\}|%[a-zA-Z#%]|\$[a-zA-Z_][\w.]*/);
  return new RegExp(`^${fixed.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^]*')}$`);
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
const keyOf = (file: string, title: string): string => `\`${file}\` \`${title}\``;

/** The runs that a document holds, by file and title. */
export function runsOf(document: string): Map<string, Run> {
  const runs = new Map<string, Run>();
  for (const line of document.split('\n')) {
    const [promise = '', test = '', figure = '', date = ''] = line.slice(2, -2).split(/(?<!\\) \| /);
    if (/^P\d+/.test(promise) && date !== '') runs.set(test.replaceAll('\\|', '|'), { figure: figure.replaceAll('\\|', '|'), date });
  }
  return runs;
}

/** The document with these runs in place of the ones before; tests that did not run keep theirs, tests that are gone lose their row. */
export function render(titles: readonly MarkedTitle[], before: ReadonlyMap<string, Run>, news: ReadonlyMap<string, Run>): string {
  const rows = PROMISES.flatMap(({ no, sentence, measured = [], notShown }) => {
    const tests = titles
      .filter(({ promises }) => promises.includes(no))
      .map(({ file, title }) => {
        const run = news.get(keyOf(file, title)) ?? before.get(keyOf(file, title));
        return [keyOf(file, title), run?.figure ?? 'not run yet', run?.date ?? ''];
      });
    const measures = measured.map(([table, row]) => [`[benchmarks](benchmarks.md), ${table}`, benchmark(table, row), '']);
    const gap = notShown ? [[`Not shown: ${notShown}`, '', '']] : [];
    return [...tests, ...measures, ...gap].map((cells, at) => [at === 0 ? `P${no}: ${sentence}` : `P${no}`, ...cells]);
  });
  const lines = rows.map((cells) => `| ${cells.map(cell).join(' | ')} |`);
  return `${HEAD}\n${lines.join('\n')}\n`;
}

const HEAD = `# Reliability, promise by promise

What Kontor promises, which tests show it, and what their last run counted. Written by \`npm run reliability\`, which runs the tests named here;
\`npm run reliability -- tests/faults/race.test.ts\` runs one file and updates its rows only. Figures of the fault tests are of their short
forms; [rigs.md](rigs.md) names the long ones. A title is given as it stands in the source, so \`%s\` stands for several tests.
Times among the figures depend on what else the machine did meanwhile; only the benchmarks judge them. They carry no date here: they are those
of the last \`npm run bench\`.

| Promise | Test | Last figure | Date |
| --- | --- | --- | --- |`;

/** One row of one table of docs/benchmarks.md as "column value, column value". @throws Error where it does not exist */
export function benchmark(table: string, row: string): string {
  const page = readFileSync(join(ROOT, 'docs/benchmarks.md'), 'utf8');
  const lines = (page.split(`\n## ${table}\n`)[1] ?? '').split('\n## ')[0]?.split('\n') ?? [];
  const cells = (line: string | undefined): string[] => (line ?? '').split('|').map((text) => text.trim());
  const [, , ...columns] = cells(lines.find((line) => line.startsWith('| ')));
  const found = lines.find((line) => cells(line)[1] === row);
  if (found === undefined) throw new Error(`docs/benchmarks.md has no row "${row}" in "${table}"`);
  const [, , ...values] = cells(found);
  return `${row}: ${columns.flatMap((column, at) => (values[at] ? [`${column} ${values[at]}`] : [])).join(', ')}`;
}
