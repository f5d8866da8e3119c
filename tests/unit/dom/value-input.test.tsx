import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FieldOf } from '#contract/core/mask';
import { DataInput } from '../../../src/core/mask/inputs/PairsInput.tsx';
import type { FieldContext } from '../../../src/core/mask/kinds/kind.ts';
import { Cell } from '../../../src/core/mask/kinds/registry.tsx';
import { fieldOf, stored, TypedField } from '../../support/typed-field.tsx';

const german = { locale: 'de', relative: () => 'in 5 minutes' } as const;

function Form({ start, pairs }: { start: unknown; pairs?: FieldOf<'json'>['pairs'] }) {
  const spec: FieldOf<'json'> = { kind: 'json', label: 'Value', ...(pairs ? { pairs } : {}) };
  return <TypedField Input={DataInput} field={fieldOf(spec, german)} start={start} />;
}

describe('the value of a setting', () => {
  it('is typed by its kind, and keeps it', () => {
    render(<Form start={['EUR; DE02', 'USD; DE88']} />);
    const list = screen.getByRole('textbox');
    fireEvent.change(list, { target: { value: 'EUR; DE02\n\nGBP; GB12\n' } });
    fireEvent.blur(list);
    expect(stored()).toEqual(['EUR; DE02', 'GBP; GB12']);
  });
  it('is yes or no where it was that', () => {
    render(<Form start={false} />);
    fireEvent.click(screen.getByRole('checkbox'));
    expect(stored()).toBe(true);
  });
  it('has a kind that is chosen only when it is new', () => {
    const { unmount } = render(<Form start={undefined} />);
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'number' } });
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '1.250' } });
    expect(stored()).toBe(1250);
    unmount();
    render(<Form start="21129" />);
    expect(screen.queryByRole('combobox')).toBeNull();
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '20095' } });
    expect(stored()).toBe('20095');
  });
});

it('the settings of a merchant are rows of a name and a value by its kind', () => {
  render(<Form start={{ 'labels.copies': 2 }} pairs={{ from: 'Setting', to: 'Value', kinds: true }} />);
  fireEvent.click(screen.getByRole('button', { name: 'pairs.addOf.boolean' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Setting 2' }), { target: { value: 'labels.cut' } });
  fireEvent.click(screen.getByRole('checkbox'));
  expect(stored()).toEqual({ 'labels.copies': 2, 'labels.cut': true });
});

it('each price of a rule stands in its currency', () => {
  const spec = {
    kind: 'lines',
    label: 'Prices',
    until: 'from',
    columns: {
      from: { kind: 'decimal', label: 'From', scale: 3 },
      price: { kind: 'decimal', label: 'Price', scale: 4, currencyField: 'currency' },
    },
  } as const satisfies FieldContext['spec'];
  render(
    <Cell
      value={[
        { from: 0, price: 4500 },
        { from: 10_000, price: 425 },
      ]}
      field={fieldOf(spec, { ...german, row: { currency: 'EUR' } })}
    />,
  );
  expect(screen.getByTitle(/./).textContent).toBe('0+: 0,45\u00a0€ · 10+: 0,0425\u00a0€');
});

it('a time that is past says when it will be done, where there are words for it', () => {
  const spec = { kind: 'instant', label: 'Next attempt', relative: true, past: 'At the next run' } as const;
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const { unmount } = render(<Cell value={at(-60_000)} field={fieldOf(spec, german)} />);
  expect(screen.getByText('At the next run')).toBeDefined();
  unmount();
  render(<Cell value={at(300_000)} field={fieldOf(spec, german)} />);
  expect(screen.getByText('in 5 minutes')).toBeDefined();
});
