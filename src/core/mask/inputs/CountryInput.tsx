import { countriesIn, countryOf } from '../kinds/country.ts';
import { asText } from '../kinds/kind.ts';
import { ariaOf, type InputProps } from './input.ts';

/** A country, chosen by its name in the current language or typed by its code. Stored as ISO 3166-1 alpha-2. */
export function CountryInput(props: InputProps) {
  const { id, value, onChange, field } = props;
  const names = countriesIn(field.locale);
  const put = (text: string): void => onChange(countryOf(text, field.locale)?.code ?? (text.length <= 2 ? text.toUpperCase() : text));
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
