import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inputOf } from '../../../src/core/mask/inputs/registry.tsx';
import { Cell } from '../../../src/core/mask/kinds/registry.tsx';
import { fieldOf, stored, TypedField } from '../../support/typed-field.tsx';

const field = fieldOf({ kind: 'secret', label: 'Password', maxLength: 20 }, { name: 'password' });
const { Input } = inputOf(field.spec);

it('a secret is masked while it is typed, never filled in by the browser, and shown by a button', () => {
  render(
    <>
      <label htmlFor="password">Password</label>
      <TypedField Input={Input} field={field} start="" />
    </>,
  );
  const input = screen.getByLabelText('Password');
  expect(input.getAttribute('type')).toBe('password');
  expect(input.getAttribute('autocomplete')).toBe('new-password');
  expect(input.getAttribute('maxlength')).toBe('20');
  fireEvent.change(input, { target: { value: 'sehr geheim' } });
  expect(stored()).toBe('sehr geheim');
  fireEvent.click(screen.getByRole('button', { name: 'secret.show: Password' }));
  expect(input.getAttribute('type')).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: 'secret.hide: Password' }));
  expect(input.getAttribute('type')).toBe('password');
});

it('a secret that is shown as a value is hidden, also its length', () => {
  const shown = (value: string) => render(<Cell value={value} field={field} />).container.textContent;
  expect(shown('a')).toBe(shown('a-much-longer-one'));
  expect(shown('a')).not.toContain('a');
});
