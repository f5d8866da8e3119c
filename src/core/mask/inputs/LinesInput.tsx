import { Fragment, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { CellSpec, FieldOf } from '#contract/core/mask';
import { newId } from '../../../providers/new-id.ts';
import { asText, type Params, type Row } from '../kinds/kind.ts';
import { Sums } from '../kinds/LineSums.tsx';
import { columnsOf, lineField, rowsOfLines, startOf } from '../kinds/lines.tsx';
import type { InputPart, InputProps } from './input.ts';
import { GROWS, LineRow } from './LineRow.tsx';

type Props = InputProps<FieldOf<'lines'>> & { inputOf: (spec: CellSpec) => InputPart };
type Unread = { text: string; rule: string; params?: Params };

/** The lines of a document, edited like a table: Alt and ↑ ↓ moves a line, Alt and Enter adds one, Alt and Delete removes one. */
export function LinesInput({ field, id, value, invalid, describedBy, errors = [], onChange, onUnread, onLabels, inputOf }: Props) {
  const { spec, t } = field;
  const rows = rowsOfLines(value);
  const columns = Object.entries(spec.columns);
  const { inRow } = columnsOf(spec);
  const body = useRef<HTMLTableSectionElement>(null);
  const [unread, setUnread] = useState<Record<string, Unread>>({});

  const put = (next: Row[], open: Record<string, Unread> = unread): void => {
    setUnread(open);
    onChange(next);
    // Setting a value clears its unread text. Unread text of other cells is reported again.
    const [left] = Object.values(open);
    if (left) onUnread(left.text, left.rule, left.params);
  };
  const putLine = (at: number, values: Row, open: Record<string, Unread>): void =>
    put(
      rows.map((row, i) => (i === at ? { ...row, ...values } : row)),
      open,
    );
  const focus = (at: number, column = 0): void => {
    requestAnimationFrame(() => {
      const row = body.current?.querySelectorAll(':scope > tr:not(.m-line-more)')[at];
      row?.querySelectorAll<HTMLElement>('input,select,textarea,[role=combobox]')[column]?.focus();
    });
  };
  const insert = (at: number): void => {
    const above = rows[at - 1];
    const fresh = Object.fromEntries(
      columns.map(([name, cell]) => [name, above && spec.carry?.includes(name) ? above[name] : startOf(cell)]),
    );
    put([...rows.slice(0, at), { id: newId(), ...fresh }, ...rows.slice(at)]);
    focus(at);
  };
  const remove = (at: number): void => {
    const gone = asText(rows[at]?.['id']);
    const rest = Object.fromEntries(Object.entries(unread).filter(([key]) => !key.startsWith(`${gone}.`)));
    put(
      rows.filter((_, i) => i !== at),
      rest,
    );
    focus(Math.max(0, at - 1));
  };
  const move = (at: number, by: -1 | 1): void => {
    const [line, other] = [rows[at], rows[at + by]];
    if (!line || !other) return;
    put(rows.map((row, i) => (i === at ? other : i === at + by ? line : row)));
    focus(at + by);
  };
  const onKey = (at: number) => (event: KeyboardEvent) => {
    if (!event.altKey) return;
    const act = {
      ArrowUp: () => move(at, -1),
      ArrowDown: () => move(at, 1),
      Enter: () => insert(at + 1),
      Delete: () => remove(at),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const full = rows.length >= (spec.max ?? 500);

  return (
    <div
      className="m-lines"
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      role="group"
      aria-label={field.text(spec.label)}
    >
      <table>
        {rows.length === 0 ? null : (
          <thead>
            <tr>
              <th scope="col">{t('lines.pos')}</th>
              {inRow.map(([name, cell]) => (
                <Fragment key={name}>
                  <th scope="col" style={cell.width && cell.width < GROWS ? { width: cell.width } : undefined}>
                    {field.text(cell.label)}
                  </th>
                  {spec.until === name ? (
                    <th scope="col" className="m-end">
                      {t('lines.below')}
                    </th>
                  ) : null}
                </Fragment>
              ))}
              {spec.priced ? (
                <th scope="col" className="m-end">
                  {t('lines.net')}
                </th>
              ) : null}
              <td />
            </tr>
          </thead>
        )}
        <tbody ref={body}>
          {rows.map((line, at) => {
            const key = asText(line['id']) || String(at);
            const isWrong = (name: string): boolean =>
              errors.some(({ path }) => path === `${field.name}.${at}.${name}`) || `${key}.${name}` in unread;
            const cell = (name: string, cellSpec: CellSpec): ReactNode => {
              const { Input } = inputOf(cellSpec);
              const cellKey = `${key}.${name}`;
              const wrong = isWrong(name);
              const { [cellKey]: _, ...others } = unread;
              return (
                <Input
                  field={lineField(field, cellSpec, name, line, at)}
                  id={at === 0 && name === inRow[0]?.[0] ? id : `${id}-${key}-${name}`}
                  value={line[name]}
                  unread={unread[cellKey]?.text}
                  invalid={wrong}
                  describedBy={wrong ? describedBy : undefined}
                  disabled={false}
                  onChange={(next) => putLine(at, { [name]: next }, others)}
                  onUnread={(text, rule, params) => {
                    setUnread({ ...unread, [cellKey]: { text, rule, ...(params ? { params } : {}) } });
                    onUnread(text, rule, params);
                  }}
                  onLabels={onLabels}
                  line={{ record: field.row, put: (values) => putLine(at, values, others) }}
                />
              );
            };
            return (
              <LineRow
                key={key}
                field={field}
                line={line}
                at={at}
                next={rows[at + 1]}
                cell={cell}
                isWrong={isWrong}
                onKeyDown={onKey(at)}
                onMove={(by) => move(at, by)}
                onRemove={() => remove(at)}
                onPut={(values) => putLine(at, values, unread)}
              />
            );
          })}
        </tbody>
      </table>
      <div className="m-lines-foot">
        <button
          type="button"
          className="m-button"
          id={rows.length === 0 ? id : undefined}
          // While there are no lines, the field's label refers to this button and must not replace its name.
          aria-label={t('lines.add')}
          disabled={full}
          onClick={() => insert(rows.length)}
        >
          {t('lines.add')}
        </button>
        <span className="m-quiet">{t('lines.keys')}</span>
        {spec.priced ? <Sums field={field} lines={rows} /> : null}
      </div>
    </div>
  );
}
