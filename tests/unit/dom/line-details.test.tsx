import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FieldError } from '#contract/core/envelope';
import type { FieldOf } from '#contract/core/mask';
import { inputOf } from '../../../src/core/mask/inputs/registry.tsx';
import { LinesTable } from '../../../src/core/mask/kinds/LinesTable.tsx';
import { fieldOf, stored, TypedField } from '../../support/typed-field.tsx';

const spec: FieldOf<'lines'> = {
  kind: 'lines',
  label: 'Lines',
  columns: {
    text: { kind: 'text', label: 'Description' },
    qty: { kind: 'number', label: 'Quantity' },
    orderNo: { kind: 'text', label: 'Order' },
    vatRate: { kind: 'number', label: 'VAT', default: 19 },
  },
  details: ['orderNo', 'vatRate'],
};
const field = fieldOf(spec, { name: 'lines', t: (key, params) => `${key}${params?.['n'] ? ` ${params['n']}` : ''}` });
const LINES = [
  { id: 'a', text: 'Freight', qty: 1, orderNo: 'TL-7', vatRate: 19 },
  { id: 'b', text: 'Tolls', qty: 2, orderNo: '', vatRate: 19 },
];
const { Input } = inputOf(spec);

const form = (errors: readonly FieldError[] = []) => render(<TypedField Input={Input} field={field} start={LINES} errors={errors} />);

describe('the details of a line', () => {
  it('stand below it as a text where they say something, and are typed after one press', () => {
    form();
    // Two columns and the number of the line, and one text for the line that names its order.
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['lines.pos', 'Description', 'Quantity']);
    fireEvent.click(screen.getByRole('button', { name: 'Order: TL-7' }));
    const order = screen.getByLabelText('Order 1');
    fireEvent.change(order, { target: { value: 'TL-8' } });
    expect(stored()[0]).toMatchObject({ orderNo: 'TL-8' });
    expect(screen.queryByLabelText('Order 2')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'lines.more 2' }));
    fireEvent.change(screen.getByLabelText('Order 2'), { target: { value: 'TL-9' } });
    expect(stored()[1]).toMatchObject({ orderNo: 'TL-9' });
  });

  it('are open where one of them is wrong, so that the fault is seen', () => {
    form([{ path: 'lines.1.orderNo', rule: 'tooLong' }]);
    expect(screen.getByLabelText('Order 2').getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByLabelText('Order 1')).toBeNull();
  });

  it('are read below the line; what every line has is left out', () => {
    const { container } = render(<LinesTable value={LINES} field={field} />);
    const below = container.querySelectorAll<HTMLElement>('.m-line-more');
    expect([...below].map(({ textContent }) => textContent)).toEqual(['Order: TL-7']);
    expect(within(container).queryByText('VAT', { exact: false })).toBeNull();
  });

  it('show the standard text of their line that is used while they are empty, and take it over to be changed', () => {
    const texts: FieldOf<'lines'> = {
      ...spec,
      columns: {
        text: { kind: 'text', label: 'Description' },
        letter: { kind: 'text', label: 'Letter', multiline: true, standard: ['First', 'Last'] },
      },
      details: ['letter'],
    };
    const lines = [
      { id: 'a', text: 'Level', letter: 'Dear Ann' },
      { id: 'b', text: 'Level', letter: '' },
    ];
    const ofTexts = { ...field, spec: texts };
    const { container, unmount } = render(<LinesTable value={lines} field={ofTexts} />);
    expect([...container.querySelectorAll('.m-line-more')].map(({ textContent }) => textContent)).toEqual([
      'Letter: Dear Ann',
      'Letter: lines.standard',
    ]);
    unmount();
    render(<TypedField Input={Input} field={ofTexts} start={lines} errors={[]} />);
    fireEvent.click(screen.getByRole('button', { name: 'Letter: lines.standard' }));
    expect(screen.getByLabelText('Letter 2').getAttribute('placeholder')).toBe('Last');
    fireEvent.click(screen.getByRole('button', { name: 'lines.takeStandard' }));
    expect(stored()[1]).toMatchObject({ letter: 'Last' });
    expect(screen.queryByRole('button', { name: 'lines.takeStandard' })).toBeNull();
  });
});
