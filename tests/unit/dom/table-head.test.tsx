import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TableHead } from '../../../src/core/mask/PageTable.tsx';

afterEach(cleanup);

it('a head whose texts come later has one cell a column, and none for a column of buttons', () => {
  const head = (labels: string[]) => (
    <table>
      <TableHead columns={labels.map((label) => ({ label }))} />
    </table>
  );
  const { container, rerender } = render(head(['', '', '']));
  rerender(head(['Place', 'Pieces', '']));
  const cells = [...container.querySelectorAll('tr > *')].map(({ tagName, textContent }) => `${tagName} ${textContent}`);
  expect(cells).toEqual(['TH Place', 'TH Pieces', 'TD ']);
});
