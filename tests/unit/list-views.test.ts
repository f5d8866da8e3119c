import { describe, expect, it } from 'vitest';
import { forOutsiders } from '#contract/core/audience';
import { END_OF_TODAY, valueOnDay } from '#contract/core/day';
import type { Mask } from '#contract/core/mask';

const label = { en: 'x', cn: 'x', de: 'x' };
const mask: Mask = {
  key: 'test.list',
  area: 'tests',
  title: label,
  fields: { no: { kind: 'text', label }, owner: { kind: 'text', label }, consignee: { kind: 'text', label } },
  columns: [{ field: 'no' }, { field: 'owner', outside: 'hidden' }, { field: 'consignee', hidden: true, outside: 'shown' }],
  filters: [],
};

describe('columns of a list', () => {
  it('are shown and hidden for people outside as the mask says', () => {
    expect(forOutsiders(mask).columns).toEqual([{ field: 'no' }, { field: 'owner', hidden: true }, { field: 'consignee' }]);
  });
});

describe('a view of today', () => {
  it('ends with the day of the reader, and leaves other values alone', () => {
    const now = new Date(2026, 10, 24, 9, 30);
    expect(valueOnDay(END_OF_TODAY, now)).toBe(new Date(2026, 10, 24, 23, 59, 59, 999).toISOString());
    expect(valueOnDay(['a', 'b'], now)).toEqual(['a', 'b']);
  });
});
