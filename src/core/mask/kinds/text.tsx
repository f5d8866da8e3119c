import { API } from '#contract/core/envelope';
import type { FieldOf } from '#contract/core/mask';
import { countryName, countryOf, isCountryField } from './country.ts';
import { asText, type CellProps, isBlank, type Kind, NOTHING, type Parsed } from './kind.ts';
import { Whole } from './Whole.tsx';

const words = { align: 'start', width: 180, filterOps: ['like', 'eq', 'in', 'null'], exportAs: 'text' } as const;
const format = (value: unknown): string => asText(value) || NOTHING;

/** A lone dash is parsed as empty, because lists show "–" for no value. */
const parse = (text: string): Parsed => ({ value: isBlank(text) ? null : text.trim() });
const matching =
  (pattern: RegExp, rule: string) =>
  (text: string): Parsed =>
    isBlank(text) || pattern.test(text.trim()) ? parse(text) : { rule };

const FIELD_ID = /^[a-z][A-Za-z]*$/;

export const text: Kind<FieldOf<'text'>> = {
  ...words,
  // A country is stored by code and shown by name.
  format: (value, { spec, locale }) => (isCountryField(spec) && asText(value) ? countryName(asText(value), locale) : format(value)),
  parse(input, { spec, locale }) {
    const value = spec.multiline ? input : input.trim();
    if (isBlank(input)) return { value: null };
    if (isCountryField(spec)) {
      const country = countryOf(value, locale);
      return country ? { value: country.code } : { rule: 'countryCode' };
    }
    if (spec.maxLength !== undefined && value.length > spec.maxLength) return { rule: 'tooLong', params: { max: spec.maxLength } };
    if (spec.pattern === 'fieldId' && !FIELD_ID.test(value)) return { rule: spec.pattern };
    return { value };
  },
  Cell({ value, field }: CellProps<FieldOf<'text'>>) {
    const shown = asText(value);
    if (shown && isCountryField(field.spec)) return <span title={shown}>{countryName(shown, field.locale)}</span>;
    return <span className={field.spec.mono ? 'm-mono' : undefined}>{shown ? <Whole text={shown} /> : NOTHING}</span>;
  },
};

/** Only addresses that cannot run scripts become links. */
const isOwnLink = (address: string): boolean => address.startsWith('/v0/link/');
const isWebAddress = (address: string): boolean => /^https?:\/\//i.test(address);

export const email: Kind<FieldOf<'email'>> = {
  ...words,
  format,
  parse: (input) => matching(/^[^\s@<>"'`,;:\\]+@[^\s@<>"'`,;:\\]+\.[^\s@<>"'`,;:\\]{2,}$/, 'email')(input.toLowerCase()),
  Cell: ({ value, compact }) => {
    const address = asText(value);
    if (compact) return format(value);
    return address ? <a href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`}>{address}</a> : NOTHING;
  },
};

export const phone: Kind<FieldOf<'phone'>> = {
  ...words,
  width: 156,
  format,
  parse: matching(/^\+?[\d\s()/.-]{3,40}$/, 'phone'),
  Cell: ({ value, compact }) => {
    const line = asText(value);
    if (compact) return format(value);
    return line ? <a href={`tel:${line.replace(/[^\d+]/g, '')}`}>{line}</a> : NOTHING;
  },
};

export const url: Kind<FieldOf<'url'>> = {
  ...words,
  format,
  parse: matching(/^https?:\/\/[^\s]+$/i, 'url'),
  Cell: ({ value, field }) => {
    const address = asText(value);
    // A file or page of this application. Its address is not readable, so the link shows the column's name.
    if (isOwnLink(address))
      return (
        <a href={address} {...(address.startsWith(`${API}/`) ? { download: true } : { target: '_blank' })}>
          {field.text(field.spec.label)}
        </a>
      );
    if (!isWebAddress(address)) return format(value);
    return (
      <a href={address} target="_blank" rel="noopener noreferrer">
        {address.replace(/^https?:\/\//i, '')}
      </a>
    );
  },
};

const MASK = '••••••';
/** What is typed is sent and never comes back. Where a value is shown after all, it is hidden. */
export const secret: Kind<FieldOf<'secret'>> = {
  ...words,
  filterOps: [],
  format: (value) => (asText(value) ? MASK : NOTHING),
  parse: (input, { spec: { maxLength } }) =>
    maxLength !== undefined && input.length > maxLength
      ? { rule: 'tooLong', params: { max: maxLength } }
      : { value: isBlank(input) ? null : input },
};

export const barcode: Kind<FieldOf<'barcode'>> = {
  ...words,
  width: 150,
  mono: true,
  format,
  parse: matching(/^[\x20-\x7e]{1,80}$/, 'barcode'),
};

export const color: Kind<FieldOf<'color'>> = {
  ...words,
  width: 116,
  mono: true,
  filterOps: ['eq', 'null'],
  format,
  parse: (input) => matching(/^#[0-9a-f]{6}$/, 'color')(input.trim().toLowerCase()),
  Cell: ({ value }) => {
    const code = asText(value);
    if (!/^#[0-9a-f]{3,8}$/i.test(code)) return format(value);
    return (
      <span className="m-swatch">
        <i style={{ background: code }} aria-hidden />
        {code}
      </span>
    );
  },
};
