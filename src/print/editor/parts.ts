import { CODE_TYPES } from '#contract/printing/codes';
import { Block, Element } from '#contract/printing/layout';
import { PICTOGRAMS } from '#contract/printing/pictograms';

/** How one property is edited. Its texts are `printEditor.field.<label or name>`. `whole` properties have their own line. */
export type Prop = { name: string; label?: string; optional?: true } & (
  | { as: 'mm' | 'pt' | 'number' | 'flag' | 'ink' | 'condition' | 'rows' | 'sum' | 'pictogram' }
  | { as: 'template'; lines?: number }
  /** Texts are `printEditor.choice.<option>`, or with `plain` the option itself. */
  | { as: 'choice'; options: readonly (string | number)[]; plain?: true }
);

const ALIGN = { name: 'align', as: 'choice', options: ['left', 'center', 'right'] } as const;
const FACE = { name: 'face', as: 'choice', options: ['regular', 'bold'] } as const;
const TURN = { name: 'turn', as: 'choice', options: [0, 90, 180, 270] } as const;
const WHEN = { name: 'when', as: 'condition', optional: true } as const;
const INK = { name: 'ink', as: 'ink' } as const;
const SIZE = { name: 'size', label: 'fontSize', as: 'pt' } as const;
const CODE = { name: 'type', label: 'codeType', as: 'choice', options: CODE_TYPES, plain: true } as const;
const INSTEAD = { name: 'instead', as: 'choice', options: CODE_TYPES, plain: true, optional: true } as const;
const MODULE = [
  { name: 'module', as: 'mm' },
  { name: 'least', label: 'leastModule', as: 'mm' },
] as const;
const VALUE = { name: 'value', as: 'template', lines: 3 } as const;
const PLACE = [
  { name: 'x', as: 'mm' },
  { name: 'y', as: 'mm' },
] as const;
const BOX = [...PLACE, { name: 'w', as: 'mm' }, { name: 'h', as: 'mm' }] as const;

export const ELEMENT_PROPS: Readonly<Record<Element['is'], readonly Prop[]>> = {
  text: [
    VALUE,
    ...BOX,
    { name: 'title', as: 'template', optional: true },
    SIZE,
    { name: 'least', label: 'leastSize', as: 'pt' },
    FACE,
    ALIGN,
    { name: 'valign', as: 'choice', options: ['top', 'middle', 'bottom'] },
    { name: 'fit', as: 'choice', options: ['shrink', 'wrap', 'cut'] },
    { name: 'keep', as: 'number' },
    TURN,
    INK,
    { name: 'invert', as: 'flag' },
    WHEN,
  ],
  code: [VALUE, CODE, ...BOX, ...MODULE, INSTEAD, ALIGN, TURN, { name: 'hri', as: 'flag' }, WHEN],
  box: [...BOX, { name: 'line', label: 'lineWidth', as: 'mm' }, INK, { name: 'fill', as: 'ink', optional: true }, WHEN],
  line: [
    ...PLACE,
    { name: 'x2', as: 'mm' },
    { name: 'y2', as: 'mm' },
    { name: 'width', label: 'lineWidth', as: 'mm' },
    { name: 'dash', as: 'mm', optional: true },
    INK,
    WHEN,
  ],
  pictogram: [{ name: 'name', label: 'pictogram', as: 'pictogram' }, ...BOX, WHEN],
  image: [VALUE, ...BOX, WHEN],
  tick: [VALUE, ...BOX, SIZE, { name: 'ticked', as: 'condition', optional: true }, WHEN],
};

export const BLOCK_PROPS: Readonly<Record<Block['block'], readonly Prop[]>> = {
  table: [
    { name: 'rows', as: 'rows' },
    { name: 'title', as: 'template', optional: true },
    SIZE,
    { name: 'rowHeight', as: 'mm' },
    { name: 'grid', as: 'choice', options: ['none', 'rows', 'all'] },
    { name: 'groupBy', as: 'template', optional: true },
    { name: 'sums', as: 'template', optional: true },
    { name: 'empty', as: 'template' },
    { name: 'rowsWhen', as: 'condition', optional: true },
    WHEN,
  ],
  elements: [{ name: 'h', as: 'mm' }, WHEN],
  text: [VALUE, SIZE, FACE, { name: 'after', as: 'mm' }, WHEN],
};

export const COLUMN_PROPS: readonly Prop[] = [
  { name: 'title', as: 'template' },
  { name: 'value', as: 'template' },
  { name: 'below', as: 'template', lines: 2, optional: true },
  { name: 'width', as: 'mm', optional: true },
  { name: 'share', as: 'number' },
  ALIGN,
  FACE,
  { ...SIZE, optional: true },
  { name: 'sum', as: 'sum', optional: true },
  { name: 'tick', label: 'tickBox', as: 'flag', optional: true },
  { name: 'ifFilled', as: 'flag', optional: true },
];
export const COLUMN_CODE_PROPS: readonly Prop[] = [CODE, { name: 'h', as: 'mm' }, ...MODULE];

export const SIZE_PROPS: readonly Prop[] = [
  { name: 'width', as: 'mm' },
  { name: 'height', as: 'mm' },
];
export const SHEET_PROPS: readonly Prop[] = [
  ...SIZE_PROPS,
  { name: 'columns', as: 'number' },
  { name: 'rows', label: 'sheetRows', as: 'number' },
  { name: 'left', as: 'mm' },
  { name: 'top', as: 'mm' },
  { name: 'gapX', as: 'mm' },
  { name: 'gapY', as: 'mm' },
];
export const BODY_PROPS: readonly Prop[] = [
  { name: 'left', as: 'mm' },
  { name: 'right', as: 'mm' },
  { name: 'top', as: 'mm' },
  { name: 'topLater', as: 'mm' },
  { name: 'bottom', as: 'mm' },
  { name: 'bottomLater', as: 'mm', optional: true },
];
export const COPY_PROPS: readonly Prop[] = [
  { name: 'title', as: 'template' },
  { name: 'ink', as: 'ink' },
];

const box = (w: number, h: number) => ({ x: 5, y: 5, w, h });
const FRESH = {
  text: { ...box(40, 6), value: '{=reference}' },
  code: { ...box(60, 20), type: 'code128', value: '' },
  box: box(40, 20),
  line: { x: 5, y: 5, x2: 45, y2: 5 },
  pictogram: { ...box(15, 15), name: PICTOGRAMS[0] },
  image: { ...box(30, 15), value: '{house.logo}' },
  tick: { ...box(40, 4), value: '{=yes}' },
} as const satisfies Record<Element['is'], object>;
export const ELEMENT_KINDS = Object.keys(FRESH) as Element['is'][];
/** `value` is the value that identifies the document, used as the content of a new code or text. */
export function freshElement(is: Element['is'], value: string): Element {
  const content = is === 'code' || is === 'text' ? { value: `{${value}}` } : {};
  return Element.parse({ is, ...FRESH[is], ...content });
}

export const BLOCK_KINDS = ['table', 'elements', 'text'] as const satisfies Block['block'][];
export const freshColumn = (value: string) => ({ title: '', value: `{${value}}`, share: 1, align: 'left', face: 'regular' }) as const;
/** A new block. A table lists `rows`, and its first column shows `value`. */
export function freshBlock(block: Block['block'], rows: string, value: string): Block {
  const fresh = {
    table: { rows, columns: [freshColumn(value)] },
    elements: { h: 20, elements: [] },
    text: { value: '{=remark}' },
  };
  return Block.parse({ block, ...fresh[block] });
}
export const FRESH_BODY = { left: 15, right: 15, top: 60, topLater: 30, bottom: 20 };
