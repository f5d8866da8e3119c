import { EXPONENTS } from '#contract/money/scale';
import { escapeXml } from '../../../core/escape-xml.ts';

/** Writes XML as text. Nothing that is empty is written (PEPPOL-EN16931-R008). */

type Attributes = Record<string, string>;
const written = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('');

/** An element with a text. */
export function text(name: string, value: string, attributes: Attributes = {}): string {
  const inside = escapeXml(value).trim();
  return inside === '' ? '' : `<${name}${written(attributes)}>${inside}</${name}>\n`;
}

/** An element with elements, in the order of its schema. */
export function group(name: string, ...children: readonly string[]): string {
  const inside = children.join('');
  return inside === '' ? '' : `<${name}>\n${inside}</${name}>\n`;
}

export const document = (name: string, namespaces: Attributes, ...children: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${written(namespaces)}>\n${children.join('')}</${name}>\n`;

/** An integer at a scale with at least `least` decimal digits: `decimal(425, 4)` is 0.0425, `decimal(1900, 2, 2)` is 19.00. */
export function decimal(value: number, scale: number, least = 0): string {
  const digits = String(Math.abs(value)).padStart(scale + 1, '0');
  const [whole, part] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)];
  const kept = part.slice(0, least) + part.slice(least).replace(/0+$/, '');
  return `${value < 0 ? '-' : ''}${whole}${kept === '' ? '' : `.${kept}`}`;
}

/** An amount in the smallest unit with two decimal digits (BR-DEC): all our currencies have two. */
export const money = (amount: number): string => decimal(amount, EXPONENTS.EUR, EXPONENTS.EUR);
