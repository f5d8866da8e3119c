import { LOCALES } from '#contract/core/limits';
import type { Text } from '#contract/core/mask';
import { useMaskT, useText } from '../field-context.ts';

/** A label: the product's default text, or own text in all three languages. */
export function LabelInput({ label, onChange }: { label: Text; onChange: (label: Text) => void }) {
  const t = useMaskT();
  const text = useText();
  const own = typeof label !== 'string';
  const word = text(label);
  return (
    <div className="m-stack m-label-input">
      <label className="m-inline">
        <input
          type="checkbox"
          className="m-check"
          checked={own}
          // Returning to the default needs its locale key, which own text no longer contains. So this is offered only in one direction.
          disabled={own}
          onChange={() => onChange({ en: word, cn: word, de: word })}
        />
        {t('editor.own')}
      </label>
      {own
        ? LOCALES.map((language) => (
            <label key={language} className="m-language">
              <span className="m-quiet">{t(`language.${language}`)}</span>
              <input
                className="m-input"
                maxLength={500}
                value={label[language]}
                onChange={(event) => onChange({ ...label, [language]: event.target.value })}
              />
            </label>
          ))
        : null}
    </div>
  );
}
