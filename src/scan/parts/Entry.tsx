import { type FormEvent, type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { readsAs } from '#contract/scanning/measure';
import type { PromptName } from '#contract/scanning/station/feedback';
import { useLocale, useT } from '../../providers/i18n.ts';
import { Sheet } from './Sheet.tsx';

const MOST = 30;
/** The unit in which a bare number is read. */
const UNITS: Partial<Record<PromptName, { ask: PromptName; unit: string }>> = {
  weight: { ask: 'weight', unit: 'kg' },
  weightOdd: { ask: 'weight', unit: 'kg' },
  size: { ask: 'size', unit: 'cm' },
};

type TypeProps = { title: string; onEnter: (text: string) => void; onClose: () => void };

type FormProps = TypeProps & {
  text: string;
  onText: (text: string) => void;
  input: InputHTMLAttributes<HTMLInputElement>;
  /** What stands between the text and the button. */
  children?: ReactNode;
};

/** A text and the button that enters it. Spaces around it do not count; nothing is not entered. */
function EntryForm({ title, text, onText, input, children, onEnter, onClose }: FormProps) {
  const t = useT();
  const entered = text.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (entered === '') return;
    onEnter(entered);
    onClose();
  };
  return (
    <Sheet title={title} onClose={onClose}>
      <form className="s-pad" onSubmit={submit}>
        <input
          className="s-field"
          aria-label={title}
          autoComplete="off"
          {...input}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
        {children}
        <button type="submit" className="s-button s-main" disabled={entered === ''}>
          {t('buttons.ok')}
        </button>
      </form>
    </Sheet>
  );
}

type PadProps = TypeProps & { signs: readonly string[]; ask: PromptName; first: string };

/** A number pad with keys large enough for gloves. The keyboard works too. */
export function Pad({ title, signs, ask, first, onEnter, onClose }: PadProps) {
  const t = useT();
  const locale = useLocale();
  const [text, setText] = useState(first);
  const put = (sign: string): void => setText((before) => (before + sign).slice(0, MOST));
  return (
    <EntryForm
      title={title}
      text={text}
      onText={(next) => setText(next.slice(0, MOST))}
      input={{ inputMode: 'none' }}
      onEnter={onEnter}
      onClose={onClose}
    >
      {UNITS[ask] && <output>{readsAs(UNITS[ask].ask, text, locale) ?? t('scan.weighing.unit', { unit: UNITS[ask].unit })}</output>}
      <div className="s-keys" data-signs={signs.length}>
        {['7', '8', '9', '4', '5', '6', '1', '2', '3', ...signs, '0'].map((sign) => (
          <button key={sign} type="button" className="s-button" onClick={() => put(sign)}>
            {sign.trim()}
          </button>
        ))}
        <button type="button" className="s-button" aria-label={t('scan.station.erase')} onClick={() => setText(text.slice(0, -1))}>
          ⌫
        </button>
      </div>
    </EntryForm>
  );
}

/** Manual entry of a code whose label cannot be read. Only here does the on-screen keyboard open. */
export function TypedCode({ title, onEnter, onClose }: TypeProps) {
  const [text, setText] = useState('');
  return (
    <EntryForm
      title={title}
      text={text}
      onText={setText}
      input={{ autoCapitalize: 'off', autoCorrect: 'off', spellCheck: false, enterKeyHint: 'done' }}
      onEnter={onEnter}
      onClose={onClose}
    />
  );
}
