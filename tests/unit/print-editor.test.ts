import { describe, expect, it } from 'vitest';
import { LOCALES } from '#contract/core/limits';
import { DOCUMENT_NAMES, DOCUMENTS } from '#contract/printing/documents';
import { Block, Element, Layout } from '#contract/printing/layout';
import type { PrintMask } from '#contract/printing/mask';
import { LAYOUTS } from '#print/layouts/layouts';
import { conditionOf, flatOf } from '../../src/print/editor/conditions.ts';
import { at, doubled, groupsOf, placeOf, putOn, removed, shifted, withAt } from '../../src/print/editor/element-path.ts';
import { examinedLayout } from '../../src/print/editor/examine.ts';
import { handlesOf, moved, rectOf, resized } from '../../src/print/editor/geometry.ts';
import { begun, parted, redone, stepped, undone } from '../../src/print/editor/history.ts';
import {
  BLOCK_KINDS,
  BLOCK_PROPS,
  COLUMN_PROPS,
  ELEMENT_KINDS,
  ELEMENT_PROPS,
  freshBlock,
  freshElement,
  type Prop,
} from '../../src/print/editor/parts.ts';
import { sampleRecord } from '../../src/print/editor/sample.ts';
import { formatted, inserted } from '../../src/print/editor/template-edit.ts';
import { kindIn, rowValuesOf, tablesOf, valuesOf } from '../../src/print/editor/values.ts';
import { lookUp } from '../support/texts.ts';

const text = (value: string, x = 10): Element => Element.parse({ is: 'text', x, y: 10, w: 20, h: 5, value });
const three = Layout.parse({ size: { width: 100, height: 150 }, every: [text('a'), text('b'), text('c')] });
const written = (layout: Layout): string[] => layout.every.map((element) => ('value' in element ? element.value : ''));

describe('elements of a layout', () => {
  it('are ordered, doubled, removed and moved to other pages, and the one that was meant stays chosen', () => {
    const [ordered, spot] = shifted(three, 'every.2', -1);
    expect([written(ordered), spot]).toEqual([['a', 'c', 'b'], 'every.1']);
    expect(shifted(three, 'every.0', -1)).toEqual([three, 'every.0']);
    const [twice, second] = doubled(three, 'every.0');
    expect([written(twice), second]).toEqual([['a', 'a', 'b', 'c'], 'every.1']);
    expect(at(twice, 'every.1.x')).toBe(12);
    expect(removed(three, 'every.2')[1]).toBe('every.1');
    const [later, there] = putOn(three, 'every.1', 'later');
    expect([written(later), there, at(later, 'later.0.value')]).toEqual([['a', 'c'], 'later.0', 'b']);
    expect(written(three)).toEqual(['a', 'b', 'c']);
  });

  it('a body that lost its last block is gone, for a layout without blocks has none', () => {
    const body = { left: 1, right: 1, top: 1, topLater: 1, bottom: 1, blocks: [freshBlock('text', '', '')] };
    expect(removed({ ...three, body }, 'body.blocks.0')).toEqual(
      [{ ...three, body: undefined }, 'size'].map((one) => (one === 'size' ? one : three)),
    );
  });

  it('move and grow in steps, never beyond the upper left edge and never to nothing', () => {
    const element = text('a');
    expect(rectOf(moved(element, 0.5, -50))).toEqual({ x: 10.5, y: 0, w: 20, h: 5 });
    const [corner] = handlesOf(element);
    expect(corner && rectOf(resized(element, corner, 100, 1))).toEqual({ x: 29, y: 11, w: 1, h: 4 });
    const line = Element.parse({ is: 'line', x: 5, y: 20, x2: 50, y2: 5 });
    expect(moved(line, -50, 1)).toMatchObject({ x: 0, y: 21, x2: 45, y2: 6 });
  });

  it.each([...ELEMENT_KINDS, ...BLOCK_KINDS.map((block) => `block ${block}`)])('a new %s is sound at once', (kind) => {
    const block = BLOCK_KINDS.find((one) => kind === `block ${one}`);
    const element = ELEMENT_KINDS.find((one) => one === kind);
    const layout = block
      ? { ...three, body: { left: 1, right: 1, top: 1, topLater: 1, bottom: 1, blocks: [freshBlock(block, 'lines', 'sku')] } }
      : { ...three, every: element ? [freshElement(element, 'no')] : [] };
    const mask: PrintMask = { key: 'print.picklist', kind: 'document', document: 'picklist', title: 'x', layout };
    expect(examinedLayout(mask).faults).toEqual([]);
  });
});

describe('steps', () => {
  it('a drag is one step; what follows is another; both are taken back and done again', () => {
    let steps = begun(0);
    for (const now of [1, 2, 3]) steps = stepped(steps, now, 'drag');
    steps = stepped(parted(steps), 4, 'drag');
    expect(undone(steps).now).toBe(3);
    expect(undone(undone(steps)).now).toBe(0);
    expect(redone(redone(undone(undone(steps)))).now).toBe(4);
    expect(undone(begun(0)).now).toBe(0);
    expect(redone(stepped(undone(steps), 9)).now).toBe(9);
  });
});

describe('conditions', () => {
  it('of every layout of the product are shown as lines or left alone, and come back as they were', () => {
    const parts = DOCUMENT_NAMES.flatMap((document) =>
      groupsOf(LAYOUTS[document]).flatMap(({ rows }) => rows.map(({ what }) => ({ document, what }))),
    );
    const wrong = parts.filter(({ document, what }) => {
      const flat = flatOf(what.when);
      return flat && JSON.stringify(conditionOf(flat, (field) => kindIn(valuesOf(document), field))) !== JSON.stringify(what.when);
    });
    expect(wrong).toEqual([]);
    expect(flatOf({ and: [{ or: [{ field: 'no', op: 'filled' }] }] })).toBeNull();
  });
});

describe('templates', () => {
  it('a value goes in where the cursor stands, and takes another format in its place', () => {
    expect(inserted('from  to', [5, 5], '{city}')).toEqual(['from {city} to', 11]);
    expect(formatted('{=weight} {weight} kg {size}', 12, 'kg')).toBe('{=weight} {weight|kg} kg {size}');
    expect(formatted('{weight|kg}', 0, '')).toBe('{weight}');
    expect(formatted('{=weight}', 3, 'kg')).toBe('{=weight}');
  });
});

describe('what the editor knows of documents', () => {
  it.each(DOCUMENT_NAMES)('%s has made-up data that its schema takes and values to name', (document) => {
    const record = sampleRecord(document);
    expect(DOCUMENTS[document].schema.safeParse(record).success).toBe(true);
    const texts = valuesOf(document).map(({ path, kind }) => (kind === 'group' ? `{${path}|address}` : `{${path}}`));
    const every = texts.map((value) => text(value));
    const { mask: key, kind } = DOCUMENTS[document];
    const title = 'x';
    expect(examinedLayout({ key, kind, document, title, layout: withAt(three, 'every', every) }).faults).toEqual([]);
    for (const list of tablesOf(document)) expect(rowValuesOf(document, list).length).toBeGreaterThan(1);
  });

  it('every property of an element, a block and a column can be edited', () => {
    const keysOf = (schema: object): string[] =>
      Object.keys((schema as { shape: object }).shape).filter((key) => key !== 'is' && key !== 'block');
    const named = (props: readonly Prop[]): string[] => props.map(({ name }) => name);
    for (const option of Element.options) {
      const [is] = option.shape.is.values;
      if (is) expect(named(ELEMENT_PROPS[is]).sort(), is).toEqual(keysOf(option).sort());
    }
    for (const option of Block.options) {
      const [block] = option.shape.block.values;
      // Columns and elements are lists of their own.
      const own = keysOf(option).filter((key) => key !== 'columns' && key !== 'elements');
      if (block) expect(named(BLOCK_PROPS[block]).sort(), block).toEqual(own.sort());
    }
    const [table] = Block.options;
    expect([...named(COLUMN_PROPS), 'code'].sort()).toEqual(keysOf(table.shape.columns.element).sort());
  });

  it('every property and every choice has its words in three languages', () => {
    const props = [...Object.values(ELEMENT_PROPS), ...Object.values(BLOCK_PROPS), COLUMN_PROPS].flat();
    const keys = props.flatMap((prop) => [
      `field.${prop.label ?? prop.name}`,
      ...(prop.as === 'choice' && !prop.plain ? prop.options.filter((one) => typeof one === 'string').map((one) => `choice.${one}`) : []),
    ]);
    for (const locale of LOCALES) expect(keys.filter((key) => lookUp(locale, `printEditor.${key}`) === undefined)).toEqual([]);
    expect(placeOf('body.blocks.1.elements.3')).toEqual({ list: 'body.blocks.1.elements', index: 3 });
  });
});
