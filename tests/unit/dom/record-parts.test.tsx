/** What leads through a long record: the sentence above its facts, and the line of its parts. */
import { readFileSync } from 'node:fs';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Mask } from '#contract/core/mask';
import type { RelatedList } from '#contract/core/related';
import { JumpBar } from '../../../src/core/mask/record/read/JumpBar.tsx';
import { Lead } from '../../../src/core/mask/record/read/Lead.tsx';
import { startI18n } from '../../../src/providers/i18n.ts';

const mask: Mask = {
  key: 'test.list',
  area: 'tests',
  title: 'Disputes',
  fields: { reason: { kind: 'text', label: 'Reason' } },
  columns: [{ field: 'reason' }],
  filters: [],
  lead: 'reason',
};
const list: RelatedList = {
  key: 'invoices.merchantId',
  area: 'invoices',
  title: 'Invoices',
  fields: {},
  columns: [],
  filters: [],
  rows: [],
  total: 1200,
  totalExact: true,
};

beforeAll(async () => {
  const texts = readFileSync('public/locales/en/mask.json', 'utf8');
  vi.stubGlobal('fetch', async () => new Response(texts, { headers: { 'content-type': 'application/json' } }));
  await startI18n('mask');
});

it('the sentence that a mask names stands with its label, and not where the title says it', () => {
  const { container, rerender } = render(<Lead mask={mask} row={{ id: 'a', rowTitle: 'RK-1', reason: 'Two pieces, not three.' }} />);
  expect(container.textContent).toBe('ReasonTwo pieces, not three.');
  rerender(<Lead mask={mask} row={{ id: 'a', rowTitle: 'Two pieces, not three.', reason: 'Two pieces, not three.' }} />);
  expect(container.textContent).toBe('');
  rerender(<Lead mask={mask} row={{ id: 'a', rowTitle: 'RK-1', reason: '' }} />);
  expect(container.textContent).toBe('');
});

it('a part of a record is named with its count, is opened where it is folded, and has the focus', () => {
  Element.prototype.scrollIntoView = vi.fn();
  render(
    <div className="r-read">
      <JumpBar lists={[list]} sections={[{ key: 'terms', label: 'Terms', fields: ['reason'] }]} />
      <details data-part="invoices.merchantId">
        <summary>Invoices</summary>
      </details>
    </div>,
  );
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Invoices 1,200', 'Terms']);
  fireEvent.click(screen.getByRole('button', { name: 'Invoices 1,200' }));
  expect(document.querySelector('details')?.open).toBe(true);
  expect(document.activeElement?.tagName).toBe('SUMMARY');
});
