import type { MouseEvent } from 'react';
import type { Section } from '#contract/core/mask';
import type { RelatedList } from '#contract/core/related';
import { useFormat } from '../../../../providers/format.ts';
import { useMaskT, useText } from '../../field-context.ts';

/** Opens the part if it is folded, and moves there with the keyboard. */
function jumpTo({ currentTarget }: MouseEvent<HTMLElement>, part: string): void {
  // Several records may be open in tabs.
  const found = currentTarget.closest('.r-read')?.querySelector<HTMLElement>(`[data-part="${part}"]`);
  if (found instanceof HTMLDetailsElement) found.open = true;
  found?.scrollIntoView({ block: 'start' });
  (found?.querySelector('summary') ?? found)?.focus({ preventScroll: true });
}

type Props = { lists: readonly RelatedList[]; sections: readonly Section[] };

/** The parts of a long record by name. Sections are left out where they stand beside the lists. */
export function JumpBar({ lists, sections }: Props) {
  const t = useMaskT();
  const text = useText();
  const { number } = useFormat();
  return (
    <nav className="r-jump" aria-label={t('record.parts')}>
      {lists.map(({ key, title, total, totalExact }) => (
        <button key={key} type="button" onClick={(event) => jumpTo(event, key)}>
          {text(title)}{' '}
          <span className="m-quiet m-figures">
            {number(total)}
            {totalExact ? '' : '+'}
          </span>
        </button>
      ))}
      {sections.map(({ key, label }) => (
        <button key={key} type="button" className="r-jump-beside" onClick={(event) => jumpTo(event, key)}>
          {text(label)}
        </button>
      ))}
    </nav>
  );
}
