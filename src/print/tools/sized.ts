import type { LayoutInput } from '#contract/printing/layout';
import { SHEETS, type SheetName } from '#print/layouts/labels/sheets';

/** Common sizes of label rolls in mm. */
const ROLLS = ['60x30', '40x20', '50x25', '100x50', '100x150'] as const;
const NAMES = Object.keys(SHEETS) as SheetName[];
export const SIZES: readonly string[] = [...ROLLS, ...NAMES];
export const isSheet = (size: string): size is SheetName => NAMES.includes(size as SheetName);

const LEAST_TEXT = 3;

/** Scales a label to another size: positions by the paper, text by its smaller side. Modules of codes keep a scannable size. */
export function sized(layout: LayoutInput, size: string): LayoutInput {
  const sheet = isSheet(size) ? SHEETS[size] : null;
  const [width = layout.size.width, height = layout.size.height] = sheet
    ? [sheet.label.width, sheet.label.height]
    : size.split('x').map(Number);
  const [fx, fy] = [width / layout.size.width, height / layout.size.height];
  const f = Math.min(fx, fy);
  const letters = (points: number): number => Math.max(LEAST_TEXT, points * f);
  const every = layout.every?.map((element) => {
    if (element.is === 'line') return { ...element, x: element.x * fx, x2: element.x2 * fx, y: element.y * fy, y2: element.y2 * fy };
    const placed = { ...element, x: element.x * fx, y: element.y * fy, w: element.w * fx, h: element.h * fy };
    return placed.is === 'text' ? { ...placed, size: letters(placed.size ?? 9), least: LEAST_TEXT } : placed;
  });
  return { ...layout, size: { width, height }, ...(every ? { every } : {}), ...(sheet ? { sheet: sheet.sheet } : {}) };
}
