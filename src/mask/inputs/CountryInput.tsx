import { useMemo } from 'react';
import { COUNTRIES } from '#contract/countries';
import { LOCALE_TAGS } from '#contract/limits';
import type { FieldOf } from '#contract/mask';
import { asText } from '../kinds/kind.ts';
import { ariaOf, type InputProps } from './input.ts';

/** A country, chosen by its name in the reader's language or typed by its code; kept as ISO 3166-1 alpha-2. */
export function CountryInput(props: InputProps<FieldOf<'address'>>) {
  const { id, value, onChange, field } = props;
  const names = useMemo(() => {
    const display = new Intl.DisplayNames(LOCALE_TAGS[field.locale], { type: 'region' });
    return COUNTRIES.map((code) => ({ code, name: display.of(code) ?? code })).sort((a, b) =>
      a.name.localeCompare(b.name, LOCALE_TAGS[field.locale]),
    );
  }, [field.locale]);
  const put = (text: string): void => {
    const named = names.find(({ name }) => name.toLocaleLowerCase() === text.trim().toLocaleLowerCase());
    onChange(named?.code ?? (text.length <= 2 ? text.toUpperCase() : text));
  };
  const chosen = names.find(({ code }) => code === asText(value));
  return (
    <>
      <input
        {...ariaOf(props)}
        id={id}
        className="m-input"
        autoComplete="off"
        list={`${id}-names`}
        value={asText(value)}
        onChange={(event) => put(event.target.value)}
      />
      <datalist id={`${id}-names`}>
        {names.map(({ code, name }) => (
          <option key={code} value={code} label={`${name} (${code})`} />
        ))}
      </datalist>
      {chosen ? <small className="m-quiet">{chosen.name}</small> : null}
    </>
  );
}
