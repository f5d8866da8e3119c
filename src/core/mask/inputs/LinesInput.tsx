import { type CSSProperties, Fragment, type KeyboardEvent, useRef, useState } from 'react';
import type { CellSpec, FieldOf } from '#contract/core/mask';
import { newId } from '../../../providers/new-id.ts';
import { asText, type Params, type Row } from '../kinds/kind.ts';
import { netOf, Sums } from '../kinds/LineSums.tsx';
import { BandEnd } from '../kinds/LinesTable.tsx';
import { lineField, rowsOfLines } from '../kinds/lines.tsx';
import type { InputPart, InputProps } from './input.ts';

type Props = InputProps<FieldOf<'lines'>> & { inputOf: (spec: CellSpec) => InputPart };
type Unread = { text: string; rule: string; params?: Params };

/** Read by the style of a line that has two rows (lines.css). */
const cellWidth = ({ width = 110 }: CellSpec) => ({ '--m-cell': `${width}px` }) as CSSProperties;

const startOf = (spec: CellSpec): unknown => spec.default ?? (spec.kind === 'text' ? '' : null);

/** The lines of a document, edited like a table: Alt and ↑ ↓ moves a line, Alt and Enter adds one, Alt and Delete removes one. */
export function LinesInput({ field, id, value, invalid, describedBy, errors = [], onChange, onUnread, onLabels, inputOf }: Props) {
  const { spec, t } = field;
  const rows = rowsOfLines(value);
  const columns = Object.entries(spec.columns);
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
    requestAnimationFrame(() =>
      body.current?.rows[at]?.querySelectorAll<HTMLElement>('input,select,textarea,[role=combobox]')[column]?.focus(),
    );
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
        <thead>
          <tr>
            <th scope="col">{t('lines.pos')}</th>
            {columns.map(([name, cell]) => (
              <Fragment key={name}>
                <th scope="col" style={cell.width ? { width: cell.width } : undefined}>
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
        <tbody ref={body}>
          {rows.map((line, at) => {
            const key = asText(line['id']) || String(at);
            return (
              <tr key={key} onKeyDown={onKey(at)}>
                <td>{at + 1}</td>
                {columns.map(([name, cell], column) => {
                  const { Input } = inputOf(cell);
                  const cellKey = `${key}.${name}`;
                  const wrong = errors.some(({ path }) => path === `${field.name}.${at}.${name}`) || cellKey in unread;
                  const { [cellKey]: _, ...others } = unread;
                  return (
                    <Fragment key={name}>
                      <td data-kind={cell.kind} style={cellWidth(cell)}>
                        <label>
                          <span className="m-hidden">
                            {field.text(cell.label)} <span className="m-line-no">{at + 1}</span>
                          </span>
                          <Input
                            field={lineField(field, cell, name, line)}
                            id={at === 0 && column === 0 ? id : `${id}-${key}-${name}`}
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
                        </label>
                      </td>
                      {spec.until === name ? <BandEnd field={field} spec={cell} name={name} next={rows[at + 1]} /> : null}
                    </Fragment>
                  );
                })}
                {spec.priced ? <td className="m-end">{netOf(field, line)}</td> : null}
                <td className="m-lines-tools">
                  <button
                    type="button"
                    className="m-icon-button"
                    aria-label={t('lines.up', { n: at + 1 })}
                    disabled={at === 0}
                    onClick={() => move(at, -1)}
                  >
                    ↑
                  </button>
                  <button
                    type="button"
                    className="m-icon-button"
                    aria-label={t('lines.down', { n: at + 1 })}
                    disabled={at === rows.length - 1}
                    onClick={() => move(at, 1)}
                  >
                    ↓
                  </button>
                  <button type="button" className="m-icon-button" aria-label={t('lines.remove', { n: at + 1 })} onClick={() => remove(at)}>
                    ×
                  </button>
                </td>
              </tr>
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
