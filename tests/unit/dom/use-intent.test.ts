import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useIntent } from '../../../src/providers/use-intent.ts';

it('the same content sent again is the same intent, a corrected one is another, and no content stands in the key', () => {
  const { result, rerender } = renderHook(useIntent);
  const message = '请今天下午三点之前把这批货发出去。'.repeat(40);
  const first = result.current(message);
  rerender();
  expect(result.current(message)).toBe(first);
  expect(result.current(`${message}!`)).not.toBe(first);
  expect(first).toMatch(/^[\w-]{32,36}$/);
});
