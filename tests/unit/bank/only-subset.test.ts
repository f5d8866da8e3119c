import { expect, it } from 'vitest';
import { subsetsOf } from '#contract/bank/only-subset';

it('counts the combinations that add up to a sum', () => {
  expect(subsetsOf([100, 250, 400], 350)).toEqual({ count: 1, first: [0, 1] });
  expect(subsetsOf([100, 200, 300], 300)).toMatchObject({ count: 1 });
  expect(subsetsOf([100, 100, 100], 200)).toMatchObject({ count: 3 });
  expect(
    subsetsOf(
      Array.from({ length: 16 }, () => 1),
      2,
    ),
  ).toEqual({ count: 0, first: [] });
});
