import { useState } from 'react';
import { countriesIn, countryOf } from '../kinds/country.ts';
import { asText } from '../kinds/kind.ts';
import { ariaOf, type InputProps } from './input.ts';

/** A country, chosen or typed by its name in the current language or by its code. Stored as ISO 3166-1 alpha-2. */
export function CountryInput(props: InputProps) {
  const { id, value, onChange, field } = props;
  const [typing, setTyping] = useState<string | null>(null);
  const names = countriesIn(field.locale);
  const put = (text: string): void => {
    setTyping(text);
    onChange(countryOf(text, field.locale)?.code ?? (text.length <= 2 ? text.toUpperCase() : text));
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
        value={typing ?? chosen?.name ?? asText(value)}
        onChange={(event) => put(event.target.value)}
        onBlur={() => setTyping(null)}
      />
      <datalist id={`${id}-names`}>
        {names.map(({ code, name }) => (
          <option key={code} value={name} label={code} />
        ))}
      </datalist>
    </>
  );
}
