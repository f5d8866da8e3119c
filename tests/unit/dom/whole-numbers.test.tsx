// Numbers and dates stay on one line, and are copied as they are stored.
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Whole } from '../../../src/core/mask/kinds/Whole.tsx';

const shown = (text: string) => {
  const { container } = render(<Whole text={text} />);
  return { text: container.textContent, whole: [...container.querySelectorAll('.m-whole')].map((part) => part.textContent) };
};

it.each([
  ['INV-2026-000123', ['INV-2026-000123']],
  ['clear up the dispute: order TL-16432 of 2026-11-27 for M-1001.', ['TL-16432', '2026-11-27', 'M-1001']],
  ['请澄清订单TL-16432：金额不符', ['TL-16432']],
  ['Darjeeling first flush, 250 g, 1.5 l', ['250 g', '1.5 l']],
])('keeps the numbers and dates of “%s” on one line and changes no character', (text, whole) => {
  expect(shown(text)).toEqual({ text, whole });
});

it('breaks words with hyphens, and identifiers that may be wider than a phone', () => {
  const text = 'E-Mail-Adresse 0193aa11-4c02-7d3e-8a51-1c2d3e4f5a6b –';
  expect(shown(text)).toEqual({ text, whole: [] });
});
