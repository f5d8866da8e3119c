import { type Ref, useEffect, useState } from 'react';
import { Icon } from '../../../layout/icons.tsx';
import { useMaskT } from '../field-context.ts';
import { useSettled } from '../use-settled.ts';

type Props = { search: string; inputRef: Ref<HTMLInputElement>; onSearch: (search: string) => void };

export function SearchBox({ search, inputRef, onSearch }: Props) {
  const t = useMaskT();
  const [text, setText] = useState(search);
  const [known, setKnown] = useState(search);
  // Sent texts that are not yet in the URL. The URL follows in a transition, later than further typing.
  const [sent, setSent] = useState<readonly string[]>([]);
  if (search !== known) {
    setKnown(search);
    const echo = sent.indexOf(search);
    setSent(echo < 0 ? [] : sent.slice(echo + 1));
    // The URL changed otherwise (back button, saved view), so the box follows. An own change that arrives late does not overwrite newer
    // typing.
    if (echo < 0) setText(search);
  }
  const settled = useSettled(text, 300);
  const send = (next: string): void => {
    if (next === (sent.at(-1) ?? search)) return;
    setSent([...sent, next]);
    onSearch(next);
  };
  useEffect(
    function searchAfterPause() {
      if (settled === text) send(settled.trim());
    },
    // Runs when the user pauses; `send` changes with each render.
    // oxlint-disable-next-line react/exhaustive-deps
    [settled],
  );
  return (
    <form
      role="search"
      className="m-search"
      onSubmit={(event) => {
        event.preventDefault();
        send(text.trim());
      }}
    >
      <Icon name="search" />
      <input
        ref={inputRef}
        type="search"
        className="m-input"
        aria-label={t('search')}
        placeholder={t('searchHint')}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          setText('');
          send('');
        }}
      />
      {text === '' ? <kbd aria-hidden>/</kbd> : null}
    </form>
  );
}
