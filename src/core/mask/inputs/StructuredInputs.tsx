import { LOCALES } from '#contract/core/limits';
import type { FieldOf } from '#contract/core/mask';
import { asText, isRecord } from '../kinds/kind.ts';
import { ADDRESS_PARTS } from '../kinds/structured.tsx';
import { CountryInput } from './CountryInput.tsx';
import { ariaOf, type InputProps } from './input.ts';

const partOf = (value: unknown, part: string): string => (isRecord(value) ? asText(value[part]) : '');

/** All ten parts. The first input has the field's id, so that its label and faults lead here. */
export function AddressInput(props: InputProps<FieldOf<'address'>>) {
  const { field, id, value, onChange } = props;
  const put = (part: string, text: string): void => {
    const parts = Object.fromEntries(ADDRESS_PARTS.map((name) => [name, partOf(value, name)]));
    onChange({ ...parts, [part]: text });
  };
  return (
    <div className="m-address">
      {ADDRESS_PARTS.map((part, i) => (
        <label key={part} className={`m-stack m-address-${part}`} htmlFor={i === 0 ? id : `${id}-${part}`}>
          <span className="m-quiet">{field.t(`address.${part}`)}</span>
          {part === 'country' ? (
            <CountryInput {...props} id={`${id}-country`} value={partOf(value, part)} onChange={(code) => put(part, asText(code))} />
          ) : (
            <input
              {...ariaOf(props)}
              id={i === 0 ? id : `${id}-${part}`}
              className="m-input"
              autoComplete="off"
              maxLength={254}
              value={partOf(value, part)}
              onChange={(event) => put(part, event.target.value)}
            />
          )}
        </label>
      ))}
    </div>
  );
}

/** One text per language of the product. */
export function TextsInput(props: InputProps<FieldOf<'texts'>>) {
  const { field, id, value, onChange } = props;
  return (
    <div className="m-stack">
      {LOCALES.map((language, i) => {
        const shared = {
          ...ariaOf(props),
          id: i === 0 ? id : `${id}-${language}`,
          className: 'm-input',
          lang: language === 'cn' ? 'zh' : language,
          value: partOf(value, language),
        };
        const put = (text: string): void =>
          onChange({ en: partOf(value, 'en'), cn: partOf(value, 'cn'), de: partOf(value, 'de'), [language]: text });
        return (
          <label key={language} className="m-language">
            <span className="m-quiet">{field.t(`language.${language}`)}</span>
            {field.spec.multiline ? (
              <textarea {...shared} rows={3} onChange={(event) => put(event.target.value)} />
            ) : (
              <input {...shared} maxLength={500} onChange={(event) => put(event.target.value)} />
            )}
          </label>
        );
      })}
    </div>
  );
}
