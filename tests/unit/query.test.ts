import { expect, test } from 'vitest';
import { bothFilters, decodeFilters, encodeFilters, type Filter } from '#contract/core/query';

const screen: Filter[] = [
  { field: 'kind', op: 'eq', value: 'outbound' },
  { field: 'status', op: 'in', value: ['hold', 'problematic', 'wrongAddress'] },
];
const sent = (reader: Filter[]) => decodeFilters(encodeFilters(bothFilters(screen, reader)));

test('a screen’s own filter and the reader’s hold both: never one instead of the other, never either', () => {
  expect(sent([])).toEqual(screen);
  expect(sent([{ field: 'status', op: 'in', value: ['hold', 'shipped'] }])).toEqual([
    screen[0],
    { field: 'status', op: 'in', value: ['hold'] },
  ]);
  expect(sent([{ field: 'status', op: 'eq', value: 'hold' }])).toEqual([screen[0], { field: 'status', op: 'in', value: ['hold'] }]);
  expect(sent([{ field: 'no', op: 'like', value: 'O-1' }])).toEqual([...screen, { field: 'no', op: 'like', value: 'O-1' }]);
});

test('two filters that exclude each other find nothing instead of everything', () => {
  expect(sent([{ field: 'kind', op: 'eq', value: 'inbound' }])).toEqual([{ field: 'id', op: 'null', value: 'true' }, screen[1]]);
});
