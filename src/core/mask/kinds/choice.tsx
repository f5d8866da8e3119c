import { dayNumber, houseToday } from '#contract/core/house-day';
import type { FieldOf, Option } from '#contract/core/mask';
import { shownStatus } from '#contract/core/shown-status';
import { ChipRow } from './ChipRow.tsx';
import { countryName, countryOf, isCountryField } from './country.ts';
import { asList, asText, type CellProps, type FieldContext, isBlank, type Kind, NOTHING, type Parsed } from './kind.ts';
import { StatusTag } from './StatusTag.tsx';

type WithOptions = FieldContext<FieldOf<'status'>> | FieldContext<FieldOf<'choice'>> | FieldContext<FieldOf<'choices'>>;

/** A value that is not (or no longer) listed in the mask is shown as stored, never hidden. */
const labelOf = (value: string, { spec, text }: WithOptions): string => {
  const option = spec.options.find((o) => o.value === value);
  return option ? text(option.label) : value;
};

const sameWord = (a: string, b: string): boolean => a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase();

function optionNamed(input: string, { spec, text }: WithOptions): Option | undefined {
  return spec.options.find((o) => sameWord(text(o.label), input)) ?? spec.options.find((o) => sameWord(o.value, input));
}

const formatOne = (value: unknown, field: WithOptions): string => (asText(value) === '' ? NOTHING : labelOf(asText(value), field));

const numbered = (text: string): Parsed => (/^\d{1,9}$/.test(text) ? { value: Number(text) } : { rule: 'choice' });

function parseOne(input: string, field: WithOptions): Parsed {
  if (isBlank(input)) return { value: null };
  const found = optionNamed(input, field)?.value;
  if ('numeric' in field.spec && field.spec.numeric) return numbered(found ?? input.trim());
  return found === undefined ? { rule: 'choice' } : { value: found };
}

export const status: Kind<FieldOf<'status'>> = {
  align: 'start',
  width: 150,
  filterOps: ['in', 'eq', 'ne', 'null'],
  exportAs: 'text',
  format(value, { spec, row, text }) {
    const shown = shownStatus(spec, value, row);
    return shown ? text(shown.label) : NOTHING;
  },
  parse: parseOne,
  Cell({ value, field: { spec, row, text } }: CellProps<FieldOf<'status'>>) {
    const shown = shownStatus(spec, value, row);
    return shown ? <StatusTag meaning={shown.meaning}>{text(shown.label)}</StatusTag> : NOTHING;
  },
};

export const choice: Kind<FieldOf<'choice'>> = {
  align: 'start',
  width: 140,
  filterOps: ['in', 'eq', 'ne', 'null'],
  exportAs: 'text',
  format: formatOne,
  parse: parseOne,
};

/** Splits at semicolons, because labels may contain commas. */
const parts = (input: string): string[] =>
  input
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

const Chips = ({ words }: { words: string[] }) =>
  words.length === 0 ? (
    NOTHING
  ) : (
    <ChipRow
      chips={words.map((word, place) => (
        // Two values may have the same text while their labels are still loading.
        <span key={`${place} ${word}`} className="m-chip">
          {word}
        </span>
      ))}
    />
  );

export const choices: Kind<FieldOf<'choices'>> = {
  align: 'start',
  width: 200,
  filterOps: ['in', 'null'],
  exportAs: 'text',
  format: (value, field) =>
    asList(value)
      .map((v) => labelOf(v, field))
      .join('; ') || NOTHING,
  parse(input, field) {
    if (isBlank(input)) return { value: [] };
    const found = parts(input).map((part) => optionNamed(part, field));
    const known = found.flatMap((option) => (option ? [option.value] : []));
    return known.length === found.length ? { value: known } : { rule: 'choice' };
  },
  Cell: ({ value, field }) => <Chips words={asList(value).map((v) => labelOf(v, field))} />,
};

/** Countries are stored by code and shown by name. */
const tagWords = (value: unknown, { spec, locale }: FieldContext<FieldOf<'tags'>>): string[] =>
  asList(value).map((word) => (isCountryField(spec) ? countryName(word, locale) : word));

export const tags: Kind<FieldOf<'tags'>> = {
  align: 'start',
  width: 180,
  filterOps: ['in', 'null'],
  exportAs: 'text',
  format: (value, field) => tagWords(value, field).join('; ') || NOTHING,
  parse(input, { spec, locale }) {
    const words = isBlank(input) ? [] : [...new Set(parts(input))];
    if (!isCountryField(spec)) return { value: words };
    const codes = words.flatMap((word) => countryOf(word, locale)?.code ?? []);
    return codes.length === words.length ? { value: [...new Set(codes)] } : { rule: 'countryCode' };
  },
  Cell: ({ value, field }) => <Chips words={tagWords(value, field)} />,
};

const TRUE_WORDS = ['true', 'yes', 'ja', '1', 'x', '是'];
const FALSE_WORDS = ['false', 'no', 'nein', '0', '否'];

/** How many days ago a document was due. */
function PastDue({ since, t }: { since: string; t: FieldContext['t'] }) {
  const days = dayNumber(houseToday()) - dayNumber(since);
  return <span className="m-late">{days > 0 ? t('due.days', { count: days }) : t('due.over')}</span>;
}

export const boolean: Kind<FieldOf<'boolean'>> = {
  align: 'center',
  width: 80,
  filterOps: ['eq', 'null'],
  exportAs: 'text',
  format: (value, { t }) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : NOTHING),
  parse(input, { t }) {
    if (isBlank(input)) return { value: null };
    if ([...TRUE_WORDS, t('yes')].some((word) => sameWord(word, input))) return { value: true };
    return [...FALSE_WORDS, t('no')].some((word) => sameWord(word, input)) ? { value: false } : { rule: 'boolean' };
  },
  Cell({ value, field }: CellProps<FieldOf<'boolean'>>) {
    if (typeof value !== 'boolean') return NOTHING;
    if (field.spec.pastDue) return value ? <PastDue since={asText(field.row[field.spec.pastDue])} t={field.t} /> : null;
    return (
      <span className={value ? 'm-yes' : 'm-no'} role="img" aria-label={field.t(value ? 'yes' : 'no')}>
        {value ? '✓' : '✕'}
      </span>
    );
  },
};
