import type { Address } from '#contract/core/fields';
import type { FieldOf } from '#contract/core/mask';
import { asText, type CellProps, isBlank, isRecord, type Kind, NOTHING, type Parsed } from './kind.ts';

/** The order of an address on paper and in the form. */
export const ADDRESS_PARTS = [
  'name1',
  'name2',
  'streetName',
  'streetNumber',
  'zip',
  'city',
  'country',
  'phone',
  'email',
  'addition',
] as const satisfies (keyof Address)[];

const join = (words: unknown[], by: string): string => words.map(asText).filter(Boolean).join(by);

/** Name and street, then town and country, for one line: "Northwind · Hauptstr. 5" and "10115 Berlin · DE". */
function shortParts(value: unknown): [string, string] {
  if (!isRecord(value)) return ['', ''];
  const names = join([value['name1'], value['name2']], ', ');
  const street = join([value['streetName'], value['streetNumber']], ' ');
  const town = join([value['zip'], value['city']], ' ');
  return [join([names, street], ' · '), join([town, value['country']], ' · ')];
}

/** A longer town may be wider than a card. */
const LONGEST_TOWN = 30;

/** An address in one line. If it does not fit, town and country go to the next one together. */
function ShortAddress({ value }: { value: unknown }) {
  const [start, town] = shortParts(value);
  if (start === '' && town === '') return NOTHING;
  return (
    <>
      {start}
      {start && town ? ' · ' : ''}
      {town.length <= LONGEST_TOWN ? <span className="m-whole">{town}</span> : town}
    </>
  );
}

/** All parts on separate lines, including empty ones, so that it can be parsed back. */
const longAddress = (value: unknown): string => (isRecord(value) ? ADDRESS_PARTS.map((part) => asText(value[part])).join('\n') : NOTHING);

export const address: Kind<FieldOf<'address'>> = {
  align: 'start',
  width: 260,
  filterOps: ['like'],
  exportAs: 'text',
  format: longAddress,
  parse(text) {
    if (isBlank(text)) return { value: null };
    const lines = text.split('\n');
    return { value: Object.fromEntries(ADDRESS_PARTS.map((part, i) => [part, (lines[i] ?? '').trim()])) };
  },
  Cell: ({ value }) => (
    <span title={longAddress(value).replace(/\n{2,}/g, '\n')}>
      <ShortAddress value={value} />
    </span>
  ),
};

function parseJson(text: string): Parsed {
  if (isBlank(text)) return { value: null };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { rule: 'json' };
  }
}

const LANGUAGES = ['en', 'cn', 'de'] as const;

export const texts: Kind<FieldOf<'texts'>> = {
  align: 'start',
  width: 220,
  filterOps: ['like'],
  exportAs: 'text',
  format: (value) => (isRecord(value) ? LANGUAGES.map((language) => `${language}: ${asText(value[language])}`).join('\n') : NOTHING),
  parse(text) {
    if (isBlank(text)) return { value: null };
    const starts = [...text.matchAll(/^(en|cn|de): ?/gm)];
    const found = Object.fromEntries(
      starts.map((start, i) => [
        start[1],
        text.slice(start.index + start[0].length, starts[i + 1]?.index ?? text.length).replace(/\n$/, ''),
      ]),
    );
    const [first] = starts;
    if (!first) return { value: { en: text, cn: '', de: '' } };
    return { value: { en: found['en'] ?? '', cn: found['cn'] ?? '', de: found['de'] ?? '' } };
  },
  Cell({ value, field }: CellProps<FieldOf<'texts'>>) {
    if (!isRecord(value)) return asText(value) || NOTHING;
    return asText(value[field.locale]) || asText(value['en']) || NOTHING;
  },
};

export const json: Kind<FieldOf<'json'>> = {
  align: 'start',
  width: 220,
  filterOps: ['null'],
  exportAs: 'text',
  format: (value) => (value === null || value === undefined ? NOTHING : JSON.stringify(value, null, 2)),
  parse: parseJson,
  // Names with their values, because nobody should have to read braces.
  Cell: ({ value, field }: CellProps<FieldOf<'json'>>) => {
    if (typeof value === 'boolean') return field.t(value ? 'yes' : 'no');
    if (!isRecord(value)) return Array.isArray(value) ? value.map(asText).join(', ') || NOTHING : asText(value) || NOTHING;
    const entries = Object.entries(value);
    if (entries.length === 0) return NOTHING;
    return entries.map(([name, one]) => `${name}: ${asText(one) || JSON.stringify(one)}`).join(' · ');
  },
};
