import { type KeyboardEvent, type Ref, useEffect } from 'react';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import type { DeskEntry } from './types.ts';

type Props = {
  ref: Ref<HTMLDivElement>;
  entries: readonly DeskEntry[];
  /** Id of the chosen entry. */
  chosen: string;
  busy: boolean;
  /** What each key does; letters in lower case. */
  keys: Record<string, () => void>;
  onChoose: (place: number) => void;
};

const domId = (id: string): string => `bank-entry-${id}`;

/** The undecided entries. The list has the focus and all keys of the screen; the chosen entry stays in view. */
export function EntryList({ ref, entries, chosen, busy, keys, onChoose }: Props) {
  const t = useT();
  const { money, date } = useFormat();
  useEffect(
    function showChosen() {
      document.getElementById(domId(chosen))?.scrollIntoView({ block: 'nearest' });
    },
    [chosen],
  );
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };
  return (
    <div
      ref={ref}
      className="bk-list"
      role="listbox"
      tabIndex={0}
      aria-label={t('bankEntries.desk.entries')}
      aria-activedescendant={domId(chosen)}
      aria-busy={busy}
      onKeyDown={press}
    >
      {entries.map(({ id, bookedOn, counterparty, purpose, amount, currency, proposals }, place) => (
        <div
          key={id}
          id={domId(id)}
          role="option"
          tabIndex={-1}
          aria-selected={id === chosen}
          className="bk-entry"
          onMouseDown={() => onChoose(place)}
        >
          <span className="bk-entry-head">
            <span className="m-quiet">{date(bookedOn)}</span>
            <strong className="bk-name">{counterparty || t('bankEntries.desk.noName')}</strong>
            <span className={`m-figures ${amount < 0 ? 'bk-out' : 'bk-in'}`}>{money(amount, currency)}</span>
          </span>
          <span className="bk-entry-foot">
            <span className="bk-purpose m-quiet">{purpose}</span>
            <span className={`bk-mark ${proposals[0]?.automatic ? 'bk-sure' : ''}`}>
              {t(
                proposals[0] === undefined
                  ? 'bankEntries.states.open'
                  : proposals[0].automatic
                    ? 'bankEntries.desk.clear'
                    : 'bankEntries.states.proposed',
              )}
            </span>
          </span>
        </div>
      ))}
    </div>
  );
}
