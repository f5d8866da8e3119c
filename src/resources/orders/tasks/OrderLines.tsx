import { type ClipboardEvent, useId, useState } from 'react';
import type { FieldError } from '#contract/core/envelope';
import type { Filter } from '#contract/core/query';
import { useRows } from '../../../core/mask/data.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { TableHead } from '../../../core/mask/PageTable.tsx';
import { useSettled } from '../../../core/mask/use-settled.ts';
import { useT } from '../../../providers/i18n.ts';
import { gridIndex, insert, type OrderLine, parseTable, withRoom } from './order-lines.ts';

type Props = {
  lines: readonly OrderLine[];
  merchantId: string;
  errors: readonly FieldError[];
  onChange: (lines: OrderLine[]) => void;
};

/** SKUs that the server finds for the typed text, among the merchant's items and the shared ones. */
function Suggestions({ id, search, merchantId }: { id: string; search: string; merchantId: string }) {
  const q = useSettled(search);
  const filters: Filter[] = merchantId === '' ? [] : [{ field: 'merchantId', op: 'in', value: [merchantId] }];
  const found = useRows('items', { limit: 25, cursor: null, search: q, sort: null, back: false, filters }, q !== '');
  return (
    <datalist id={id}>
      {(q === '' ? [] : (found.data?.data ?? [])).map((item) => (
        <option key={asText(item['id'])} value={asText(item['sku'])}>
          {asText(item['name'])}
        </option>
      ))}
    </datalist>
  );
}

/** SKU and pieces by line. Two columns copied from a spreadsheet can be pasted into any line. */
export function OrderLines({ lines, merchantId, errors, onChange }: Props) {
  const t = useT();
  const listId = useId();
  const [search, setSearch] = useState('');
  const put = (at: number, part: Partial<OrderLine>): void =>
    onChange(withRoom(lines.map((line, i) => (i === at ? { ...line, ...part } : line))));
  const paste = (at: number) => (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = parseTable(event.clipboardData.getData('text/plain'));
    if (!pasted) return;
    event.preventDefault();
    onChange(insert(lines, at, pasted));
  };
  const faultOf = (at: number): string | null => {
    const fault = errors.find(({ path }) => {
      const [area, n] = path.split('.');
      return area === 'lines' && gridIndex(lines, Number(n)) === at;
    });
    return fault ? t(`rules.${fault.rule}`, fault.params) : null;
  };
  return (
    <fieldset className="m-section">
      <legend>{t('taskPage.goods')}</legend>
      <p className="m-quiet">{t('taskPage.new.paste')}</p>
      <table className="t-order-lines">
        <TableHead
          columns={[
            { label: t('taskPage.new.sku') },
            { label: t('tasks.fields.pieces'), className: 't-qty' },
            { label: '', className: 't-tool' },
          ]}
        />
        <tbody>
          {lines.map((line, at) => {
            const fault = faultOf(at);
            return (
              <tr key={line.key}>
                <td>
                  <input
                    className="m-input m-mono"
                    list={listId}
                    autoComplete="off"
                    aria-label={t('taskPage.new.skuOf', { n: at + 1 })}
                    aria-invalid={fault !== null}
                    value={line.sku}
                    onPaste={paste(at)}
                    onChange={(event) => {
                      setSearch(event.target.value);
                      put(at, { sku: event.target.value, qty: line.qty === '' ? '1' : line.qty });
                    }}
                  />
                  {fault ? <p className="m-fault">{fault}</p> : null}
                </td>
                <td className="t-qty">
                  <input
                    className="m-input m-input-end"
                    inputMode="numeric"
                    aria-label={t('taskPage.new.piecesOf', { n: at + 1 })}
                    value={line.qty}
                    onPaste={paste(at)}
                    onChange={(event) => put(at, { qty: event.target.value })}
                  />
                </td>
                <td className="t-tool">
                  {lines.length > 1 ? (
                    <button
                      type="button"
                      className="m-icon-button"
                      aria-label={t('taskPage.new.dropLine', { n: at + 1 })}
                      onClick={() => onChange(withRoom(lines.filter((other) => other !== line)))}
                    >
                      ×
                    </button>
                  ) : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Suggestions id={listId} search={search} merchantId={merchantId} />
    </fieldset>
  );
}
