import type { ReactNode } from 'react';
import './values.css';

/** Words joined by hyphens, of which those with a figure are numbers and dates (O-10055, INV-2026-000123, 2026-11-27), and sizes: 250 g. */
const JOINED = /(\w+(?:-\w+)+|\d+(?:[.,]\d+)? (?:k?g|m?l|[cm]?m)\b)/;
/** A longer one, such as the identifier of a shipment, may be wider than a phone. */
const LONGEST = 20;
const isNumber = (part: string): boolean => part.length <= LONGEST && /\d/.test(part);

/**
 * A text whose numbers and dates stay on one line: browsers break a line after a hyphen and a space. The characters stay as they are, so that a copied
 * number can be searched for.
 */
export function Whole({ text }: { text: string }): ReactNode {
  // Every second part is what the expression found.
  return text.split(JOINED).map((part, at) =>
    at % 2 > 0 && isNumber(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <span key={at} className="m-whole">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
