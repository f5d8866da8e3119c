import type { ElementOf } from '#contract/printing/layout';
import type { Op } from '../display.ts';
import { CAP_HEIGHT, UNITS } from '../font/glyph.ts';
import { textWidth } from '../font/load.ts';
import { fitText, LEADING, MM_A_POINT } from './fit.ts';
import type { Scope } from './scope.ts';
import { warnOf } from './warn.ts';

export type Box = { x: number; y: number; w: number; h: number };

/**
 * Lays out lines of text inside a box. Turned text is laid out before turning, so text along a narrow box uses the box's height as its
 * width.
 */
export function textOps(
  scope: Scope,
  box: Box,
  text: string,
  style: Pick<ElementOf<'text'>, 'size' | 'face' | 'align' | 'valign' | 'fit' | 'least' | 'ink' | 'turn'> & { keep?: number },
  /** Template and title of the text, for warnings. */
  of: { where: string; title?: string | undefined } = { where: '' },
): Op[] {
  if (!text) return [];
  const { fonts } = scope.job;
  const upright = style.turn === 90 || style.turn === 270;
  const [width, height] = upright ? [box.h, box.w] : [box.w, box.h];
  const fitted = fitText(fonts, style.face, text, { ...style, width, height });
  if (fitted.cut) warnOf(scope, { what: 'cutText', ...of, value: text });
  const missing = new Set<string>();
  for (const char of text) if (char !== '\n' && !fonts.glyph(style.face, char.codePointAt(0) ?? 0)) missing.add(char);
  // The writers draw a box for each missing character.
  if (missing.size > 0) warnOf(scope, { what: 'noGlyph', ...of, value: [...missing].join('') });
  const size = fitted.size * MM_A_POINT;
  const line = size * LEADING;
  const freeHeight = height - fitted.lines.length * line;
  const top = style.valign === 'top' ? 0 : style.valign === 'bottom' ? freeHeight : freeHeight / 2;
  // Capitals are vertically centred in their line.
  const rise = (line + (CAP_HEIGHT / UNITS) * size) / 2;
  return fitted.lines.flatMap((one, i) => {
    if (!one) return [];
    const free = width - textWidth(fonts, style.face, one, size);
    const along = style.align === 'left' ? 0 : style.align === 'right' ? free : free / 2;
    const down = top + i * line + rise;
    const [x, y] = place(box, along, down, style.turn);
    return [
      { op: 'text', x, y, size, face: style.face, text: one, ink: style.ink, ...(style.turn ? { turn: style.turn } : {}) },
    ] satisfies Op[];
  });
}

/** Converts a point of the unturned box to page coordinates. */
function place(box: Box, along: number, down: number, turn: 0 | 90 | 180 | 270): [number, number] {
  if (turn === 90) return [box.x + box.w - down, box.y + along];
  if (turn === 180) return [box.x + box.w - along, box.y + box.h - down];
  if (turn === 270) return [box.x + down, box.y + box.h - along];
  return [box.x + along, box.y + down];
}
