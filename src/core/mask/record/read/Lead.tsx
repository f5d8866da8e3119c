import type { ReactNode } from 'react';
import type { Mask } from '#contract/core/mask';
import { useText } from '../../field-context.ts';
import { asText, type Row } from '../../kinds/kind.ts';
import { Whole } from '../../kinds/Whole.tsx';
import { repeatsTitle } from '../says-nothing.ts';

/** A sentence above the facts of a record, and what is said after it in small letters. */
export function LeadLine({ label, text, note }: { label: string; text: string; note?: ReactNode }) {
  return (
    <p className="r-lead">
      <small>{label}</small>
      <Whole text={text} />
      {note ? <small>{note}</small> : null}
    </p>
  );
}

/** The sentence that the mask names, such as the reason of a dispute. */
export function Lead({ mask, row }: { mask: Mask; row: Row }) {
  const text = useText();
  const spec = mask.fields[mask.lead ?? ''];
  const value = asText(row[mask.lead ?? '']);
  return spec && value !== '' && !repeatsTitle(spec, value, row) ? <LeadLine label={text(spec.label)} text={value} /> : null;
}
