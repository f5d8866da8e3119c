import { z } from 'zod';
import { DOCUMENTS, type DocumentName } from '#contract/printing/documents';
import { bare } from '#contract/printing/mask';
import type { Kind } from './conditions.ts';

/** A value that a template can refer to. */
export type Value = { path: string; kind: Kind };

const shapeOf = (schema: z.ZodType): Record<string, z.ZodType> => (schema instanceof z.ZodObject ? schema.shape : {});

function kindOf(type: z.ZodType): Kind {
  if (type instanceof z.ZodNumber) return 'number';
  if (type instanceof z.ZodBoolean) return 'yes';
  if (type instanceof z.ZodArray) return 'list';
  return type instanceof z.ZodObject ? 'group' : 'text';
}

function walk(schema: z.ZodType, path: string): Value[] {
  return Object.entries(shapeOf(bare(schema))).flatMap(([name, inner]) => {
    const type = bare(inner);
    const own = { path: path + name, kind: kindOf(type) };
    return own.kind === 'group' ? [own, ...walk(type, `${own.path}.`)] : [own];
  });
}

/** A carrier's own label and pictures cannot be used in text. */
const NO_WORDS = /^foreign|\.foreign/;

/** All values of a document, including groups such as an address, and lists as a whole. */
export const valuesOf = (document: DocumentName): Value[] =>
  walk(DOCUMENTS[document].schema, '').filter(({ path }) => !NO_WORDS.test(path));

/** Available on every page of a document. */
export const PAGE_VALUES: readonly Value[] = [
  { path: 'page', kind: 'number' },
  { path: 'pages', kind: 'number' },
];

function elementOf(document: DocumentName, list: string): z.ZodType | null {
  const found = list
    .split('.')
    .reduce<z.ZodType | undefined>((schema, key) => (schema ? shapeOf(bare(schema))[key] : undefined), DOCUMENTS[document].schema);
  const type = found && bare(found);
  return type instanceof z.ZodArray ? (type.element as z.ZodType) : null;
}

/** Lists that a table can show: their entries have values. */
export const tablesOf = (document: DocumentName): string[] =>
  valuesOf(document)
    .filter(({ path, kind }) => kind === 'list' && Object.keys(shapeOf(bare(elementOf(document, path) ?? z.string()))).length > 0)
    .map(({ path }) => path);

/** Values of a table's row. They take precedence over all others. */
export function rowValuesOf(document: DocumentName, list: string): Value[] {
  const row = elementOf(document, list);
  return row ? [{ path: 'rowNo', kind: 'number' }, ...walk(row, '')] : [];
}

/** The kind of a condition's field. The length of a list is a number. */
export const kindIn = (known: readonly Value[], field: string): Kind | undefined =>
  field.endsWith('.length') ? 'number' : known.find(({ path }) => path === field)?.kind;
