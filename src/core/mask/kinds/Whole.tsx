import type { ReactNode } from 'react';
import './values.css';

/** Words joined by hyphens. Those with a figure are numbers and dates: O-10055, INV-2026-000123, 2026-11-27. */
const HYPHENATED = /[\p{Script=Latin}\d]+(?:-[\p{Script=Latin}\d]+)+/gu;
/** A longer one, such as the identifier of a shipment, may be wider than a phone. */
const LONGEST = 20;

/**
 * A text whose numbers and dates stay on one line: browsers break a line after a hyphen. The characters stay as they are, so that a copied
 * number can be searched for.
 */
export function Whole({ text }: { text: string }): ReactNode {
  const found = [...text.matchAll(HYPHENATED)].filter(([code]) => code.length <= LONGEST && /\d/.test(code));
  if (found.length === 0) return text;
  const ends = found.map(({ 0: code, index }) => index + code.length);
  return (
    <>
      {found.map(({ 0: code, index }, at) => [
        text.slice(ends[at - 1] ?? 0, index),
        <span key={index} className="m-whole">
          {code}
        </span>,
      ])}
      {text.slice(ends.at(-1))}
    </>
  );
}
