import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { inputOf } from '../../../src/core/mask/inputs/registry.tsx';
import type { FieldContext } from '../../../src/core/mask/kinds/kind.ts';
import { Cell } from '../../../src/core/mask/kinds/registry.tsx';

const field: FieldContext = {
  name: 'password',
  spec: { kind: 'secret', label: 'Password', maxLength: 20 },
  row: {},
  locale: 'en',
  text: (text) => (typeof text === 'string' ? text : text.en),
  t: (key) => key,
  relative: () => '',
  linkTo: () => null,
};
const { Input } = inputOf(field.spec);

function Form() {
  const [value, setValue] = useState<unknown>('');
  return (
    <>
      <label htmlFor="password">Password</label>
      <Input
        field={field}
        id="password"
        value={value}
        unread={undefined}
        invalid={false}
        describedBy={undefined}
        disabled={false}
        onChange={setValue}
        onUnread={() => undefined}
        onLabels={() => undefined}
      />
      <output>{String(value)}</output>
    </>
  );
}

it('a secret is masked while it is typed, never filled in by the browser, and shown by a button', () => {
  render(<Form />);
  const input = screen.getByLabelText('Password');
  expect(input.getAttribute('type')).toBe('password');
  expect(input.getAttribute('autocomplete')).toBe('new-password');
  expect(input.getAttribute('maxlength')).toBe('20');
  fireEvent.change(input, { target: { value: 'sehr geheim' } });
  expect(screen.getByRole('status').textContent).toBe('sehr geheim');
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
