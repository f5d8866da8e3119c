import { type KeyboardEvent, useId, useState } from 'react';
import { useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';

/** A row of `GET /v0/tickets/:id/templates`: the text is in the asker's language, without placeholders. */
type Template = { id: string; title: string; text: string };
type Props = { ticketId: string; onPick: (text: string) => void; onClose: () => void };

/** Choice of a template by its title: arrows and Enter, Escape closes. */
export function TemplatePicker({ ticketId, onPick, onClose }: Props) {
  const t = useT();
  const listId = useId();
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const query = useRead<Template[]>(`/v0/tickets/${encodeURIComponent(ticketId)}/templates`, {
    queryKey: ['data', 'default', 'answerTemplates', 'for', ticketId],
  });
  const wanted = search.trim().toLowerCase();
  const found = (query.data ?? []).filter(({ title }) => title.toLowerCase().includes(wanted));
  const move = (step: number): void => setAt((at + step + found.length) % Math.max(1, found.length));
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Escape: onClose,
    Enter: () => {
      const chosen = found[at];
      if (chosen) onPick(chosen.text);
    },
  };
  const press = (event: KeyboardEvent): void => {
    const run = keys[event.key];
    if (!run || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  return (
    <div className="k-templates">
      <input
        className="m-input"
        role="combobox"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a key in the answer, where the focus was
        autoFocus
        aria-label={t('tickets.templates.search')}
        placeholder={t('tickets.templates.search')}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found[at] ? `${listId}${at}` : undefined}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
        onBlur={onClose}
      />
      <div id={listId} role="listbox" aria-label={t('tickets.templates.open')} aria-busy={query.isPending}>
        {found.map(({ id, title, text }, i) => (
          <div
            key={id}
            id={`${listId}${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            // Before the field loses the focus, which closes the choice.
            onMouseDown={(event) => {
              event.preventDefault();
              onPick(text);
            }}
          >
            <b>{title}</b> <span>{text}</span>
          </div>
        ))}
        {query.data && found.length === 0 ? <p className="m-quiet">{t('tickets.templates.none')}</p> : null}
      </div>
    </div>
  );
}
