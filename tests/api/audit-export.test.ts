import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBooks, today } from '../support/books.ts';

let books: Awaited<ReturnType<typeof openBooks>>;
beforeAll(async () => {
  books = await openBooks();
  const invoice = await books.posted({ note: 'Line one\nline "two"; three' });
  await books.allocate((await books.pay(11_900)).id, invoice.id, 11_900);
});
afterAll(() => books.server.close());

type Export = { id: string; file: string; rows: number };
const YEAR = () => ({ from: `${today().slice(0, 4)}-01-01`, to: `${today().slice(0, 4)}-12-31` });
const made = () => books.post<{ id: string }>('accountantExports/audit', YEAR());
async function filesOf(id: string): Promise<Record<string, string>> {
  const { data } = await books.server.call<Export>('GET', `/v0/accountantExports/${id}`, undefined, books.finance);
  const zip = readFileSync(join(books.server.config.KONTOR_DATA, 'files', data.file.slice(0, 2), data.file));
  return Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]));
}
const tablesOf = (xml: string) =>
  [...xml.matchAll(/<Table>([\s\S]*?)<\/Table>/g)].map(([, table = '']) => ({
    file: /<URL>(.*?)<\/URL>/.exec(table)?.[1] ?? '',
    columns: [...table.matchAll(/<VariableColumn><Name>(.*?)<\/Name><(\w+)/g)].map(([, name = '', type = '']) => ({ name, type })),
  }));
const rowsOf = (csv: string): string[][] =>
  csv
    .slice(0, -2)
    .split('\r\n')
    .map((row) =>
      (row.match(/"(?:[^"]|"")*"|[^;]+|(?<=;)(?=;|$)/g) ?? []).map((field) => field.replace(/^"|"$/g, '').replaceAll('""', '"')),
    );

test('the export for a tax audit describes each of its files: columns, types and days as they are there', async () => {
  const answer = await made();
  expect(answer).toMatchObject({ code: 'OK' });
  const files = await filesOf(answer.data.id);
  const tables = tablesOf(files['index.xml'] ?? '');
  expect(tables.map(({ file }) => file).toSorted()).toEqual(
    Object.keys(files)
      .filter((name) => name.endsWith('.csv'))
      .toSorted(),
  );
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['gdpdu-01-09-2004.dtd', 'leistungen.csv']));
  for (const { file, columns } of tables) {
    const [head = [], ...rows] = rowsOf(files[file] ?? '');
    expect(head, file).toEqual(columns.map(({ name }) => name));
    for (const row of rows) {
      expect(row, file).toHaveLength(columns.length);
      row.forEach((value, i) => {
        const type = columns[i]?.type;
        if (value === '' || type === 'AlphaNumeric') return;
        expect(value, `${file} ${columns[i]?.name}`).toMatch(type === 'Date' ? /^\d{4}-\d\d-\d\d$/ : /^-?\d+(,\d+)?$/);
      });
    }
  }
});

test('its journal is complete: every line of the year, and debits equal to credits', async () => {
  const { data } = await made();
  const [head = [], ...rows] = rowsOf((await filesOf(data.id))['buchungen.csv'] ?? '');
  const entries = new Set(rows.map((row) => row[head.indexOf('Buchungssatz')])).size;
  expect(await books.server.call('GET', `/v0/accountantExports/${data.id}`, undefined, books.finance)).toMatchObject({ data: { entries } });
  const counted = await books.server.pool.query<{ n: string }>('select count(*) as n from transactions where booked_on between $1 and $2', [
    YEAR().from,
    YEAR().to,
  ]);
  expect(rows).toHaveLength(Number(counted.rows[0]?.n));
  const cents = (row: string[], name: string): number => Number((row[head.indexOf(name)] ?? '').replace(',', ''));
  expect(rows.reduce((sum, row) => sum + cents(row, 'Betrag_EUR'), 0)).toBe(0);
  // On the first days of a year there are few.
  expect(rows.length).toBeGreaterThan(1);
});

test('more than ten years, days the wrong way round, and whoever may not, are refused', async () => {
  expect(await books.post('accountantExports/audit', { from: '2010-01-01', to: '2026-01-01' })).toMatchObject({
    data: 'accountantExports.refusals.tooLong',
  });
  expect(await books.post('accountantExports/audit', { from: '2026-02-01', to: '2026-01-01' })).toMatchObject({ code: 'InvalidInput' });
  expect(await books.post('accountantExports/audit', YEAR(), books.merchant)).toMatchObject({ code: 'NotAllowed' });
});
