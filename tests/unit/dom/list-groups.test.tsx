// Rows of a list under headings.
import { render } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Mask } from '#contract/core/mask';
import { GroupRow } from '../../../src/core/mask/list/GroupRow.tsx';
import { startI18n } from '../../../src/providers/i18n.ts';

const mask: Mask = {
  key: 'test.list',
  area: 'tests',
  title: 'Settings',
  fields: { key: { kind: 'text', label: 'Key' } },
  columns: [{ field: 'key' }],
  filters: [],
  groups: {
    by: 'key',
    of: [
      { value: 'house', label: 'mask.groups.house' },
      { value: 'labels', label: 'mask.groups.labels' },
    ],
    other: 'mask.groups.other',
  },
};
const rows = ['house.city', 'house.name', 'labels.copies', 'own.words'].map((key) => ({ id: key, key }));

const headings = (sort: string | null) =>
  rows.map((_, index) => render(<GroupRow mask={mask} rows={rows} sort={sort} index={index} />).container.textContent);

beforeAll(async () => {
  const texts = JSON.stringify({ groups: { house: 'Company', labels: 'Labels', other: 'Further settings' } });
  vi.stubGlobal('fetch', async () => new Response(texts, { headers: { 'content-type': 'application/json' } }));
  await startI18n('mask');
});

it('a list sorted by the field of its groups has a heading before the first row of each', () => {
  expect(headings('key')).toEqual(['Company', '', 'Labels', 'Further settings']);
  expect(headings('-key')).toEqual(['Company', '', 'Labels', 'Further settings']);
});

it('a list sorted otherwise has no headings', () => {
  expect(headings('value')).toEqual(['', '', '', '']);
});
