import { describe, expect, it } from 'vitest';
import { holds, ME, THIS_MONTH } from '#contract/core/condition';
import { houseToday } from '#contract/core/house-day';
import type { Condition } from '#contract/core/mask-condition';

describe('a condition of a mask', () => {
  const own: Condition = { field: 'userId', op: 'eq', value: ME };
  const undecided: Condition = { and: [{ field: 'state', op: 'eq', value: 'requested' }, { not: own }] };

  it('knows the own rows of the user who looks at them', () => {
    const row = { userId: 'u-1', state: 'requested' };
    expect([holds(own, row, 'u-1'), holds(own, row, 'u-2')]).toEqual([true, false]);
    expect([holds(undecided, row, 'u-1'), holds(undecided, row, 'u-2')]).toEqual([false, true]);
    expect(holds({ or: [own, undecided] }, row, 'u-1')).toBe(true);
  });

  it('takes no row for an own one where nobody is signed in', () => {
    expect(holds(own, { userId: 'u-1' })).toBe(false);
  });

  it('tells months that are over from the one that runs', () => {
    const ended: Condition = { field: 'month', op: 'lt', value: THIS_MONTH };
    expect([holds(ended, { month: '2020-12-01' }), holds(ended, { month: `${houseToday().slice(0, 7)}-01` })]).toEqual([true, false]);
  });
});
