import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { PrivilegeChoice } from '../../../contract/access/privileges.ts';
import { RightsBoxes } from '../../../src/resources/access/roles/RightsBoxes.tsx';

const choice = (key: string, areaTitle: string, right: string): PrivilegeChoice => ({
  id: key,
  key,
  area: key === '*' ? '' : (key.split('.')[0] ?? ''),
  areaTitle,
  right,
});
const CHOICES = [
  choice('*', '', 'Everything in every area'),
  choice('accounts.*', 'Accounts', 'everything'),
  choice('accounts.export', 'Accounts', 'export to a file'),
  choice('accounts.read', 'Accounts', 'view'),
  choice('tasks.hold', 'Orders', 'Put orders on hold'),
  choice('tasks.read', 'Orders', 'view'),
];

function Form({ start = [] }: { start?: string[] }) {
  const [chosen, setChosen] = useState(start);
  return (
    <>
      <RightsBoxes id="rights" choices={CHOICES} chosen={chosen} onChoose={setChosen} />
      <output>{chosen.join(' ')}</output>
    </>
  );
}
const areas = (): string[] => screen.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent ?? '');
const boxes = (area: string) => within(screen.getByRole('group', { name: area }));
const find = (text: string): void => {
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });
};

it('a role shows the areas in which it has rights; others are found by a word of their rights', () => {
  render(<Form start={['accounts.read']} />);
  expect(areas()).toContain('Accounts');
  expect(areas()).not.toContain('Orders');
  find('hold');
  expect(areas()).toEqual(['Orders']);
  fireEvent.click(boxes('Orders').getByRole('checkbox', { name: 'Put orders on hold' }));
  find('');
  expect(areas()).toContain('Orders');
  fireEvent.click(boxes('Orders').getByRole('checkbox', { name: 'Put orders on hold' }));
  expect(areas()).toContain('Orders');
  expect(screen.getByRole('status').textContent).toBe('accounts.read');
  find('no such word');
  expect(screen.queryAllByRole('group')).toEqual([]);
});

it('the right to everything in an area includes its other rights, which come back without it', () => {
  render(<Form start={['accounts.read']} />);
  const view = () => boxes('Accounts').getByRole<HTMLInputElement>('checkbox', { name: 'view' });
  const other = () => boxes('Accounts').getByRole<HTMLInputElement>('checkbox', { name: 'export to a file' });
  const whole = boxes('Accounts').getByRole('checkbox', { name: 'everything' });
  fireEvent.click(whole);
  expect([view().checked, view().disabled, other().checked, other().disabled]).toEqual([true, true, true, true]);
  fireEvent.click(whole);
  expect([view().checked, view().disabled, other().checked, other().disabled]).toEqual([true, false, false, false]);
});
