import { expect, it } from 'vitest';
import { CODE_TYPES } from '#contract/printing/codes';
import { checkRows, EXAMPLES } from '../../src/print/tools/codes.ts';

it('the label generator has an example of each type of code that can be printed', () => {
  for (const type of CODE_TYPES) {
    const { good, faults } = checkRows([{ code: EXAMPLES[type], title: '', below: '' }], type);
    expect(faults, type).toEqual([]);
    expect(good, type).toHaveLength(1);
  }
});
