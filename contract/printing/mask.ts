import { z } from 'zod';
import { Text } from '../core/mask.ts';
import type { Condition } from '../core/mask-condition.ts';
import type { MaskFault } from '../core/mask-faults.ts';
import { DOCUMENT_NAMES, DOCUMENTS, type DocumentName } from './documents.ts';
import { type Block, type Element, FORMATS, Layout } from './layout.ts';
import { PICTOGRAMS } from './pictograms.ts';

/** A document's layout as a mask. It is edited, published and rolled back like the mask of a screen, and grants no rights. */
export const PrintMask = z.strictObject({
  key: z.string().max(80),
  kind: z.enum(['label', 'document']),
  document: z.enum(DOCUMENT_NAMES as [DocumentName, ...DocumentName[]]),
  title: Text,
  layout: Layout,
});
export type PrintMask = z.infer<typeof PrintMask>;

type Rule = MaskFault['rule'] | 'unknownValue' | 'unknownWord' | 'unknownFormat' | 'unknownPictogram' | 'template';
type PrintFault = { path: string; rule: Rule; value: string };

/** Unwraps default, nullable and similar wrappers. */
export function bare(schema: z.ZodType): z.ZodType {
  const inner = (schema as { _zod: { def: { innerType?: z.ZodType } } })._zod.def.innerType;
  return inner ? bare(inner) : schema;
}

/** The schemas a template can refer to, innermost first: row, document, page and copy. */
type Known = readonly z.ZodType[];

function step(schema: z.ZodType | undefined, key: string): z.ZodType | undefined {
  const type = schema && bare(schema);
  if (type instanceof z.ZodObject) return Object.hasOwn(type.shape, key) ? (type.shape as Record<string, z.ZodType>)[key] : undefined;
  if (!(type instanceof z.ZodArray)) return undefined;
  if (key === 'length') return z.number();
  return /^\d+$/.test(key) ? (type.element as z.ZodType) : undefined;
}

/** The schema at a dotted path. The first part selects the schema, as in the engine. */
function schemaAt(known: Known, path: string): z.ZodType | undefined {
  const [first = '', ...rest] = path.split('.');
  const found = known.map((schema) => step(schema, first)).find((schema) => schema !== undefined);
  return rest.reduce<z.ZodType | undefined>(step, found);
}

const PAGE = z.object({ page: z.number(), pages: z.number() });
const COPY = z.object({ copy: z.object({ no: z.number(), title: z.string(), ink: z.string() }) });
const ROW = z.object({ rowNo: z.number() });

const PART = /\{(=?)([\w.]+)(?:\|(\w+)(?::([\w.]+))?)?\}/g;
/** Text that looks like a placeholder but is not would be printed with its braces: `{weight | kg}`. */
const MISWRITTEN = /\{=?\s*\w[\w.|:\s]*\}/g;

class Check {
  readonly faults: PrintFault[] = [];
  private readonly words: readonly string[];

  constructor(words: readonly string[]) {
    this.words = words;
  }

  report(path: string, rule: Rule, value: string): void {
    this.faults.push({ path, rule, value });
  }

  value(name: string, known: Known, path: string): void {
    if (!schemaAt(known, name)) this.report(path, 'unknownValue', name);
  }

  template(text: string | undefined, known: Known, path: string): void {
    for (const [, word, name = '', format, argument] of (text ?? '').matchAll(PART)) {
      if (word) {
        if (!this.words.includes(name)) this.report(path, 'unknownWord', name);
        continue;
      }
      this.value(name, known, path);
      if (format !== undefined && !(FORMATS as readonly string[]).includes(format)) this.report(path, 'unknownFormat', format);
      if (format === 'word' && !this.words.some((key) => key.startsWith(`${argument}.`)))
        this.report(path, 'unknownWord', argument ?? name);
      // Money needs a currency from the data or a fixed one.
      if (format === 'money' && argument && !/^[A-Z]{3}$/.test(argument)) this.value(argument, known, path);
    }
    for (const [part] of (text ?? '').replaceAll(PART, '').matchAll(MISWRITTEN)) this.report(path, 'template', part);
  }

  condition(condition: Condition | undefined, known: Known, path: string): void {
    if (!condition) return;
    if ('field' in condition) this.value(condition.field, known, path);
    else if ('not' in condition) this.condition(condition.not, known, path);
    else for (const part of 'and' in condition ? condition.and : condition.or) this.condition(part, known, path);
  }

  elements(elements: readonly Element[], known: Known, at: string): void {
    for (const [i, element] of elements.entries()) {
      const path = `${at}.${i}`;
      this.condition(element.when, known, `${path}.when`);
      if ('value' in element) this.template(element.value, known, `${path}.value`);
      if (element.is === 'text') this.template(element.title, known, `${path}.title`);
      if (element.is === 'tick') this.condition(element.ticked, known, `${path}.ticked`);
      if (element.is !== 'pictogram') continue;
      this.template(element.name, known, `${path}.name`);
      if (!element.name.includes('{') && !(PICTOGRAMS as readonly string[]).includes(element.name))
        this.report(`${path}.name`, 'unknownPictogram', element.name);
    }
  }

  block(block: Block, known: Known, path: string): void {
    this.condition(block.when, known, `${path}.when`);
    if (block.block === 'text') this.template(block.value, known, `${path}.value`);
    if (block.block === 'elements') this.elements(block.elements, known, `${path}.elements`);
    if (block.block === 'table') this.table(block, known, path);
  }

  private table(table: Extract<Block, { block: 'table' }>, known: Known, path: string): void {
    const list = schemaAt(known, table.rows);
    const type = list && bare(list);
    if (!(type instanceof z.ZodArray)) return this.report(`${path}.rows`, 'unknownValue', table.rows);
    const row: Known = [ROW, bare(type.element as z.ZodType), ...known];
    this.template(table.groupBy, row, `${path}.groupBy`);
    this.template(table.sums, known, `${path}.sums`);
    this.template(table.empty, known, `${path}.empty`);
    for (const [i, column] of table.columns.entries()) {
      const at = `${path}.columns.${i}`;
      this.template(column.title, known, `${at}.title`);
      this.template(column.value, row, `${at}.value`);
      this.template(column.below, row, `${at}.below`);
      if (column.sum !== undefined) this.value(column.sum, row, `${at}.sum`);
    }
  }
}

/**
 * Faults of a layout beyond its schema, each with its path: unknown values, words or pictograms.
 * `words` are the keys of the words the engine can print. Empty means valid.
 */
export function printFaults({ document, layout }: PrintMask, words: readonly string[]): PrintFault[] {
  const check = new Check(words);
  const record: Known = [...(layout.copies ? [COPY] : []), DOCUMENTS[document].schema];
  const page: Known = [PAGE, ...record];
  for (const [i, copy] of (layout.copies ?? []).entries())
    check.template(copy.title, [DOCUMENTS[document].schema], `layout.copies.${i}.title`);
  for (const part of ['every', 'first', 'later'] as const) check.elements(layout[part], page, `layout.${part}`);
  for (const [i, block] of (layout.body?.blocks ?? []).entries()) check.block(block, record, `layout.body.blocks.${i}`);
  return check.faults;
}
