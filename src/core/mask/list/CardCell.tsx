import type { FieldSpec, Mask } from '#contract/core/mask';
import { Icon } from '../../../layout/icons.tsx';
import { dayKey, formatDate, formatDay, formatMonth, formatTime } from '../../../providers/format.ts';
import { titleOf } from '../data.ts';
import { asText, isNothing, NOTHING, type Row } from '../kinds/kind.ts';
import { Cell, kindOf } from '../kinds/registry.tsx';
import { saysNothing } from '../record/says-nothing.ts';
import { type Column, isPastDue, keyField } from './columns.ts';
import type { RowProps } from './GridRow.tsx';
import './card.css';

/** Names shown in the second line. */
const NAMES = 2;
/** An amount says by its currency what it is. */
const isAmount = (spec: FieldSpec | undefined): boolean =>
  spec?.kind === 'money' || (spec?.kind === 'decimal' && spec.currencyField !== undefined);
const NAMED = new Set<FieldSpec['kind']>(['text', 'texts', 'email', 'reference', 'address', 'json']);
/** Names, and prices by band, which are what a price list is read for. */
const isNamed = (spec: FieldSpec): boolean => NAMED.has(spec.kind) || (spec.kind === 'lines' && spec.until !== undefined);
/** Letters of a name and the label of its figure that fit on a line. A longer pair would be cut, so its figure is shown beside the status. */
const ROOM = { dated: 16, undated: 30 };
/** Letters of a line whose right names more than a date, such as a carrier and its day. Chinese letters are twice as wide. */
const LINE_ROOM = 36;
const widthOf = (text: string): number => text.length + (text.match(/[\u2e80-\uffef]/g)?.length ?? 0);
const SEPARATORS = { dash: ' – ', arrow: ' → ' };
const DATED = new Set<FieldSpec['kind']>(['date', 'instant']);

/** Of today the time, of another day the day: both have no room beside the key. */
const shortMoment = (at: string): string => (dayKey(at) === dayKey(Date.now()) ? formatTime(at) : formatDay(dayKey(at)));

/** Of a status, only what is not in order. */
const isNotable = (spec: FieldSpec | undefined, value: unknown): boolean =>
  !saysNothing(spec, value) && !(spec?.kind === 'status' && spec.options.find((option) => option.value === value)?.meaning === 'done');

/** The columns of a card by what they say: figure and date beside the key, names below it, then the status. */
function partsOf(mask: Mask, columns: readonly Column[], row: Row) {
  const filled = columns.filter(({ field }) => field !== keyField(mask) && !saysNothing(mask.fields[field], row[field]));
  const ofKind = (is: (spec: FieldSpec) => boolean): string[] =>
    filled.flatMap(({ field }) => {
      const spec = mask.fields[field];
      return spec && is(spec) ? [field] : [];
    });
  const key = keyField(mask);
  const kindAt = (name = ''): FieldSpec['kind'] | undefined => mask.fields[name]?.kind;
  const isDated = (name?: string): boolean => DATED.has(kindAt(name) ?? 'text');
  // A choice beside the key says what the row is, such as the event of a log.
  const beside = columns.find(({ field }) => field !== key)?.field;
  const choice = beside && kindAt(beside) === 'choice' && !isNothing(row[beside]) ? [beside] : [];
  // A row of a log is named by its title, its date stands beside it.
  const title = asText(row['rowTitle']);
  const day = asText(row[key ?? '']);
  // A title writes its day as the reader does, the row as the server does.
  const days = isDated(key) ? [day, formatDate(day), formatMonth(day)] : [];
  const named = isDated(key) && choice.length === 0 && title !== '' && !days.some((text) => text.startsWith(title));
  const figures = ofKind((spec) => kindOf(spec).align === 'end');
  // Only its first part has room beside the date.
  const [first = null, ...rest] = named ? title.split(' · ').filter((part) => !days.includes(part)) : [];
  const isTitled = (text: string): boolean => text.split(' · ').every((part) => part === first || rest.includes(part));
  return {
    title: first,
    rest,
    // Amounts before counts. A debit of zero is blank.
    figure: figures.find((name) => kindAt(name) === 'money' && row[name] !== 0) ?? figures.find((name) => kindAt(name) !== 'money'),
    end: mask.cardEnd?.filter((name) => !isNothing(row[name])) ?? [],
    date: named ? key : isDated(key) ? undefined : ofKind(({ kind }) => DATED.has(kind)).find((name) => !mask.card?.includes(name)),
    names:
      mask.card?.filter((name) => isNotable(mask.fields[name], row[name])) ??
      [...choice, ...ofKind(isNamed)].filter((name) => !isTitled(asText(row[`${name}Label`] ?? row[name]))).slice(0, NAMES),
    status: ofKind(({ kind }) => kind === 'status').find((name) => !mask.card?.includes(name)),
    late: ofKind(isPastDue).find((name) => row[name] === true),
  };
}

/** A row on a phone, in three lines, or four where a figure has no room beside the status. A tap opens the record, which has everything else. */
export function CardCell({ mask, layout, gridId, index, row, field, menu }: RowProps) {
  const { title, rest, figure, end, date, status, late, ...parts } = partsOf(mask, layout.shown, row);
  // An address may be there and say nothing.
  const filled = parts.names.filter((name) => {
    const spec = mask.fields[name];
    return (
      spec &&
      !['', NOTHING].includes(
        kindOf(spec)
          .format(row[name], field(name, spec, row))
          .trim(),
      )
    );
  });
  const isSentence = (name: string): boolean => mask.columns.some((column) => column.field === name && column.wraps);
  const names = filled.filter((name) => !isSentence(name));
  const sentences = filled.filter(isSentence);
  const key = layout.shown.find((column) => column.field === keyField(mask))?.field;
  const value = (name = '') => {
    const spec = mask.fields[name];
    // The day stands beside the name.
    if (spec?.kind === 'instant' && name !== date && dayKey(asText(row[name])) === dayKey(asText(row[date ?? ''])))
      return formatTime(asText(row[name]));
    return spec ? <Cell value={row[name]} field={field(name, spec, row)} compact /> : null;
  };
  const short = (name: string): string => {
    const spec = mask.fields[name];
    if (spec?.kind === 'instant') return shortMoment(asText(row[name]));
    return spec ? kindOf(spec).format(row[name], field(name, spec, row)) : '';
  };
  const labelOf = (name: string): string => {
    const spec = mask.fields[name];
    return spec ? field(name, spec, row).text(spec.label) : '';
  };
  const label = figure && !isAmount(mask.fields[figure]) ? labelOf(figure) : '';
  const name = title ?? asText(row[key ?? '']);
  const separator = (before: string | undefined, next: string): string =>
    mask.ends?.from === before && mask.ends?.to === next ? SEPARATORS[mask.ends.by] : ' · ';
  /** Of a way with one end known, the arrow says which. */
  const isLoneEnd = (name: string, end: 'from' | 'to', other: 'from' | 'to'): boolean =>
    mask.ends?.by === 'arrow' && mask.ends[end] === name && !names.includes(mask.ends[other]);
  const right = end.map(short).join(' ');
  const beside = right
    ? widthOf(name) + widthOf(label) <= LINE_ROOM - widthOf(right)
    : name.length + label.length <= ROOM[date ? 'dated' : 'undated'];
  const small = figure ? (
    <small>
      {beside ? ' · ' : ''}
      {label ? `${label} ` : ''}
      {value(figure)}
    </small>
  ) : null;
  return (
    <div role="gridcell" aria-colindex={1} id={`${gridId}-${index}-0`} className="m-card">
      <div className="m-card-lines">
        <p className="m-card-key">
          <span>
            <strong>{title ?? (key && !isNothing(row[key]) ? value(key) : titleOf(row))}</strong>
            {beside && small}
          </span>
          <small>{right || value(date)}</small>
        </p>
        {names.length + rest.length > 0 ? (
          <p>
            {rest.join(' · ')}
            {names.map((name, i) => (
              <span key={name}>
                {i + rest.length > 0 ? separator(names[i - 1], name) : ''}
                {isLoneEnd(name, 'to', 'from') ? '→ ' : ''}
                {value(name)}
                {isLoneEnd(name, 'from', 'to') ? ' →' : ''}
              </span>
            ))}
          </p>
        ) : null}
        {sentences.map((name) => (
          <p key={name} className="m-wraps">
            {sentences.length > 1 ? <small>{labelOf(name)}: </small> : null}
            {value(name)}
          </p>
        ))}
        {status || late || !beside ? (
          <p className="m-card-facts">
            {value(status)}
            {value(late)}
            {beside ? null : small}
          </p>
        ) : null}
      </div>
      {menu?.(row)}
      <Icon name="right" />
    </div>
  );
}
