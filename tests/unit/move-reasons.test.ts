import { describe, expect, it } from 'vitest';
import { LOCALES } from '#contract/core/limits';
import { RETURN_OUTCOMES } from '#contract/scanning/commands';
import { REASONS } from '#contract/scanning/station/feedback';
import { stockMoves } from '../../server/modules/stock/stock-moves/area.ts';

/** What the product writes by itself. */
const OWN = ['move', 'putBack', 'bindSerial', 'undo'];
const CODES = [...new Set([...OWN, ...RETURN_OUTCOMES, ...Object.values(REASONS).flat()])];

describe('the reason of a stock movement', () => {
  it.each(LOCALES)('is told in words in %s, and what somebody typed stands as it is', (locale) => {
    const told = (reason: string) => stockMoves.worded?.({ reason }, locale);
    // Camel case or a plain word: its text is another one, at least with a capital letter, but for two outcomes in English.
    for (const code of CODES.filter((one) => !['repair', 'scrap'].includes(one) || locale !== 'en'))
      expect(told(code)?.['reason'], code).not.toBe(code);
    expect(told('Fell off. Shelf 3')).toEqual({ reason: 'Fell off. Shelf 3' });
    expect(told('')).toEqual({});
  });
});
