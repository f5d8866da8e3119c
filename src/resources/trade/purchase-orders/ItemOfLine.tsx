import Select from 'antd/es/select';
import { useLayoutEffect, useRef, useState } from 'react';
import type { LastOrdered } from '#contract/trade/purchase-orders';
import { ariaOf } from '../../../core/mask/inputs/input.ts';
import { matching, offering } from '../../../core/mask/inputs/SelectInputs.tsx';
import { type Choice, useChoices } from '../../../core/mask/inputs/use-choices.ts';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import type { EditorProps } from '../../../core/mask/parts.ts';
import { useT } from '../../../providers/i18n.ts';
import { request } from '../../../providers/request.ts';
import { knownAddress, lineOf } from './line-of-item.ts';

/**
 * The item of a line, found by SKU, name or barcode. Choosing one fills in its name, and what is known of it at the supplier: its number there,
 * the last price and tax.
 */
export function ItemOfLine(props: EditorProps) {
  const { value, invalid, line } = props;
  const t = useT();
  const [open, setOpen] = useState(false);
  const record = line?.record ?? {};
  const merchantId = asText(record['merchantId']);
  const supplierId = asText(record['supplierId']);
  const { choices, search, setSearch, loading, failed } = useChoices('items', { where: merchantId === '' ? {} : { merchantId }, open });
  const bySku = choices.map((choice): Choice => ({ ...choice, value: asText(choice.row?.['sku']) }));
  const sku = asText(value);
  const own: Choice[] = sku === '' || bySku.some((choice) => choice.value === sku) ? [] : [{ value: sku, label: sku }];

  const latest = useRef(line);
  useLayoutEffect(function keepLatest() {
    latest.current = line;
  });
  const choose = async (item: Row): Promise<void> => {
    const start = lineOf(item, asText(record['currency']), null);
    line?.put(start);
    if (supplierId === '') return;
    // Without an answer the line has its item, and its price is typed.
    const known = await request<LastOrdered>('GET', knownAddress(supplierId, asText(item['id'])), { background: true }).catch(() => null);
    if (known) latest.current?.put(lineOf(item, asText(record['currency']), known));
  };
  return (
    <Select
      {...ariaOf(props)}
      {...offering('items', bySku)}
      {...(invalid ? { status: 'error' as const } : {})}
      className="m-select-input m-mono"
      showSearch
      allowClear
      filterOption={false}
      optionLabelProp="value"
      loading={loading}
      value={sku === '' ? undefined : sku}
      options={search === '' ? [...own, ...bySku] : matching(bySku, { search, loading })}
      onSearch={setSearch}
      onOpenChange={setOpen}
      notFoundContent={
        <span className="m-quiet">{t(loading ? 'mask.reference.searching' : failed ? 'mask.error.failed' : 'mask.reference.none')}</span>
      }
      onChange={(next: string | undefined) => {
        const item = bySku.find((choice) => choice.value === next)?.row;
        if (item) void choose(item);
        else line?.put({ sku: '' });
        setSearch('');
      }}
    />
  );
}
