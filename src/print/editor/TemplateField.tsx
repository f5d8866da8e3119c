import { useRef, useState } from 'react';
import type { Locale } from '#contract/core/limits';
import { FORMATS } from '#contract/printing/layout';
import { lookUp } from '#print/layout/scope';
import { WORDS } from '#print/texts/words';
import { useLocale, useT } from '../../providers/i18n.ts';
import { useBench } from './bench.ts';
import type { InputOf } from './Field.tsx';
import { formatted, inserted, valueAt } from './template-edit.ts';
import type { Value } from './values.ts';

type Props = InputOf & { label: string; lines: number; optional: boolean; own: readonly Value[] };

const SHOWN = 22;
const short = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** Country names are excluded: the format `country` writes them, and a layout does not name single countries. */
const wordKeys = Object.keys(WORDS).filter((key) => !key.startsWith('country.'));
const wordsFor = (locale: Locale) =>
  wordKeys.map((key) => ({ key, word: WORDS[key]?.[locale] ?? key })).sort((a, b) => a.word.localeCompare(b.word));

/** A text field in which values and words can be inserted at the cursor. */
export function TemplateField({ id, value, invalid, describedBy, onChange, label, lines, optional, own }: Props) {
  const t = useT();
  const locale = useLocale();
  const { record, values } = useBench();
  const area = useRef<HTMLTextAreaElement>(null);
  const [cursor, setCursor] = useState(0);
  const [open, setOpen] = useState(false);
  const text = typeof value === 'string' ? value : '';
  const put = (next: string): void => onChange(next === '' && optional ? undefined : next);
  const insert = (part: string): void => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    const [next, at] = inserted(text, [selectionStart, selectionEnd], part);
    put(next);
    area.current?.focus();
    requestAnimationFrame(() => area.current?.setSelectionRange(at, at));
  };
  const here = valueAt(text, cursor);
  const offered = (all: readonly Value[]) =>
    all.map(({ path, kind }) => {
      const found = kind === 'list' || kind === 'group' ? '' : String(lookUp({ values: [record] }, path) ?? '');
      return (
        <option key={path} value={kind === 'group' ? `{${path}|address}` : `{${path}}`}>
          {found ? `${path} · ${short(found)}` : path}
        </option>
      );
    });
  return (
    <div className="pe-template">
      <textarea
        ref={area}
        id={id}
        className="m-input m-mono"
        rows={Math.max(lines, Math.min(6, text.split('\n').length))}
        maxLength={600}
        spellCheck={false}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        value={text}
        onChange={(event) => {
          setCursor(event.target.selectionStart);
          put(event.target.value);
        }}
        onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
        onFocus={() => setOpen(true)}
      />
      {open ? (
        <div className="pe-insert">
          <select
            className="m-select"
            aria-label={t('printEditor.insertValue', { label })}
            value=""
            onChange={(event) => insert(event.target.value)}
          >
            <option value="">{t('printEditor.value')}</option>
            {own.length > 0 ? <optgroup label={t('printEditor.ofRow')}>{offered(own)}</optgroup> : null}
            <optgroup label={t('printEditor.ofDocument')}>{offered(values)}</optgroup>
          </select>
          <select
            className="m-select"
            aria-label={t('printEditor.insertWord', { label })}
            value=""
            onChange={(event) => insert(event.target.value)}
          >
            <option value="">{t('printEditor.word')}</option>
            {wordsFor(locale).map(({ key, word }) => (
              <option key={key} value={`{=${key}}`}>
                {short(word)}
              </option>
            ))}
          </select>
          <select
            className="m-select"
            aria-label={t('printEditor.formatOf', { label })}
            disabled={!here}
            value={here?.format.split(':')[0] ?? ''}
            onChange={(event) => put(formatted(text, cursor, event.target.value))}
          >
            <option value="">{t('printEditor.plain')}</option>
            {FORMATS.map((format) => (
              <option key={format} value={format}>
                {t(`printEditor.format.${format}`)}
              </option>
            ))}
          </select>
        </div>
      ) : null}
    </div>
  );
}
