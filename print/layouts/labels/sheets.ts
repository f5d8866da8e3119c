import type { LayoutInput } from '#contract/printing/layout';

type SheetOf = { label: LayoutInput['size']; sheet: NonNullable<LayoutInput['sheet']> };

const A4 = { width: 210, height: 297 };
/** Labels centred on an A4 sheet, as sold: rows touch, columns may have a gap. */
const a4 = (columns: number, rows: number, width: number, height: number, gapX = 0): SheetOf => ({
  label: { width, height },
  sheet: {
    ...A4,
    columns,
    rows,
    left: (A4.width - columns * width - (columns - 1) * gapX) / 2,
    top: (A4.height - rows * height) / 2,
    gapX,
  },
});

/** Common sizes of label sheets: columns x rows and the label's size in mm. */
export const SHEETS = {
  '2x2-105x148': a4(2, 2, 105, 148),
  '2x4-105x74': a4(2, 4, 105, 74),
  '2x7-99x38': a4(2, 7, 99.1, 38.1, 2.5),
  '3x7-64x38': a4(3, 7, 63.5, 38.1, 2.5),
  '3x7-70x42': a4(3, 7, 70, 42.3),
  '3x8-64x34': a4(3, 8, 63.5, 33.9, 2.5),
  '3x8-70x36': a4(3, 8, 70, 36),
  '3x8-70x37': a4(3, 8, 70, 37),
  '4x10-53x30': a4(4, 10, 52.5, 29.7),
  '4x10-49x25': a4(4, 10, 48.5, 25.4),
  '4x12-46x21': a4(4, 12, 45.7, 21.2, 2.6),
  '5x13-38x21': a4(5, 13, 38.1, 21.2, 2.5),
} satisfies Record<string, SheetOf>;
export type SheetName = keyof typeof SHEETS;
