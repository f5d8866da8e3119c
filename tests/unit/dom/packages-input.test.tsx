import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { FieldContext } from '../../../src/core/mask/kinds/kind.ts';
import type { EditorProps } from '../../../src/core/mask/parts.ts';
import { PackagesInput } from '../../../src/resources/freight/transport-quotes/PackagesInput.tsx';

const field: FieldContext<EditorProps['field']['spec']> = {
  name: 'pieces',
  spec: { kind: 'text', label: 'Packages', multiline: true, editor: 'packages' },
  row: {},
  locale: 'de',
  text: (text) => (typeof text === 'string' ? text : text.en).replace('transportQuotes.columns.', ''),
  t: (key) => key,
  relative: () => '',
  linkTo: () => null,
};

/** The form around it: a value once the text can be read, else the text and the rule it breaks. */
function Form({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start);
  const [unread, setUnread] = useState<{ text: string; rule: string }>();
  return (
    <>
      <PackagesInput
        field={field}
        id="pieces"
        value={value}
        unread={unread?.text}
        invalid={false}
        describedBy={undefined}
        disabled={false}
        onChange={(next) => {
          setValue(String(next));
          setUnread(undefined);
        }}
        onUnread={(text, rule) => setUnread({ text, rule })}
        onLabels={() => undefined}
      />
      <output>{unread ? unread.rule : value}</output>
    </>
  );
}
const type = (name: string, text: string): void => {
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: text } });
};
const told = (): string => screen.getByRole('status').textContent;

it('packages are typed as lines with number, size and weight, and saved once every figure is there', () => {
  const { unmount } = render(<Form />);
  for (const [name, text] of [
    ['qty 1', '2'],
    ['length 1', '120'],
    ['width 1', '80'],
    ['height 1', '40,5'],
  ] as const)
    type(name, text);
  expect(told()).toBe('transportQuotes.help.incomplete');
  type('weight 1', '12,5');
  expect(told()).toBe('2 × 120×80×40.5 cm, 12.5 kg');
  fireEvent.click(screen.getByRole('checkbox'));
  expect(told()).toBe('2 × 120×80×40.5 cm, 12.5 kg, stackable');
  type('height 1', 'high');
  expect(told()).toBe('number');
  unmount();
});

it('a list of packages from a mail is pasted as lines', () => {
  render(<Form start="1 × 60×40×40 cm, 8 kg" />);
  const list = '2 x 120*80*145 cm 350 kg, stapelbar\n1 × 10×10×10 cm, 1 kg';
  fireEvent.paste(screen.getByRole('textbox', { name: 'qty 1' }), { clipboardData: { getData: () => list } });
  expect(screen.getAllByRole('textbox', { name: /^qty/ }).map((input) => input.getAttribute('value'))).toEqual(['1', '2', '1']);
  expect(told()).toBe('1 × 60×40×40 cm, 8 kg\n2 × 120×80×145 cm, 350 kg, stackable\n1 × 10×10×10 cm, 1 kg');
});
