import type { ReactNode } from 'react';
import type { Locale } from '#contract/core/limits';
import type { ReceivedAllowance, ReceivedAttachment, ReceivedLine, ReceivedVat } from '#contract/money/received-invoice';
import { formatNumber } from '../../../core/mask/kinds/numbers.ts';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useLocale, useT } from '../../../providers/i18n.ts';
import { codeWords } from './code-words.ts';

/** The parts of a received invoice that there may be many of. */

/** Lines that are shown. A file may have ten thousand, which no page can hold. */
const SHOWN = 200;

type Cell = { key: string; text: ReactNode; isFigure?: boolean };
type Props = {
  caption: string;
  columns: readonly { label: string; isFigure?: boolean }[];
  rows: readonly { key: string; cells: Cell[] }[];
};

function Table({ caption, columns, rows }: Props) {
  return (
    <PageTable label={caption} hasCaption columns={columns.map(({ label, isFigure }) => ({ label, end: isFigure }))} hasCards>
      {rows.map(({ key, cells }) => (
        <tr key={key}>
          {cells.map(({ key: cell, text, isFigure }, i) => (
            <td key={cell} className={isFigure ? 'm-figures m-end' : ''} data-label={columns[i]?.label}>
              {text}
            </td>
          ))}
        </tr>
      ))}
    </PageTable>
  );
}

/** A number of the file in the reader's format, with the digits that the file has. */
function figure(text: string, locale: Locale): string {
  const found = /^-?\d{1,12}(?:\.(\d{1,8}))?$/.exec(text);
  const digits = found?.[1]?.length ?? 0;
  return found ? formatNumber(Number(text), locale, digits, digits) : text;
}
const taxText = (category: string, rate: number | null): string => (category === 'S' ? `S ${(rate ?? 0) / 100} %` : category);

function useColumns(figures: readonly string[]): (...names: string[]) => { label: string; isFigure: boolean }[] {
  const t = useT();
  return (...names) => names.map((name) => ({ label: t(`incomingBills.terms.${name}`), isFigure: figures.includes(name) }));
}
const FIGURES = ['base', 'tax', 'amount', 'net', 'price', 'qty', 'size'];

export function VatTable({ vat, currency }: { vat: readonly ReceivedVat[]; currency: string }) {
  const t = useT();
  const { money } = useFormat();
  const columns = useColumns(FIGURES)('category', 'reason', 'base', 'tax');
  if (vat.length === 0) return null;
  const rows = vat.map(({ category, rate, base, tax, reason, reasonCode }) => ({
    key: `${category} ${rate} ${base}`,
    cells: [
      { key: 'category', text: taxText(category, rate) },
      { key: 'reason', text: [reason, reasonCode].filter(Boolean).join(' · ') },
      { key: 'base', text: money(base, currency), isFigure: true },
      { key: 'tax', text: money(tax, currency), isFigure: true },
    ],
  }));
  return <Table caption={`${t('incomingBills.page.vat')} · BG-23`} columns={columns} rows={rows} />;
}

export function AllowanceTable({ allowances, currency }: { allowances: readonly ReceivedAllowance[]; currency: string }) {
  const t = useT();
  const { money } = useFormat();
  const columns = useColumns(FIGURES)('reason', 'category', 'base', 'amount');
  if (allowances.length === 0) return null;
  const rows = allowances.map((one, i) => ({
    key: `${i} ${one.reason} ${one.amount}`,
    cells: [
      { key: 'reason', text: [one.reason, one.reasonCode].filter(Boolean).join(' · ') },
      { key: 'category', text: taxText(one.category, one.rate) },
      { key: 'base', text: one.base === null ? '' : money(one.base, currency), isFigure: true },
      { key: 'amount', text: money(one.isCharge ? one.amount : -one.amount, currency), isFigure: true },
    ],
  }));
  return <Table caption={`${t('incomingBills.page.allowances')} · BG-20, BG-21`} columns={columns} rows={rows} />;
}

export function LineTable({ lines, currency }: { lines: readonly ReceivedLine[]; currency: string }) {
  const t = useT();
  const { money } = useFormat();
  const locale = useLocale();
  const columns = useColumns(FIGURES)('line', 'item', 'qty', 'price', 'category', 'net');
  const rows = lines.slice(0, SHOWN).map((one, i) => ({
    key: `${i} ${one.id}`,
    cells: [
      { key: 'line', text: one.id },
      {
        key: 'item',
        text: (
          <>
            {one.name}
            {[one.sellerItem, one.object, one.description, one.note, ...one.attributes.map(({ name, value }) => `${name}: ${value}`)]
              .filter(Boolean)
              .map((text) => (
                <p key={text} className="m-quiet">
                  {text}
                </p>
              ))}
          </>
        ),
      },
      { key: 'qty', text: `${figure(one.qty, locale)} ${codeWords(t, 'units', one.unitCode)}`, isFigure: true },
      {
        key: 'price',
        text: [one.price, one.baseQty === '1' ? '' : one.baseQty]
          .filter(Boolean)
          .map((text) => figure(text, locale))
          .join(' / '),
        isFigure: true,
      },
      { key: 'category', text: taxText(one.category, one.rate) },
      { key: 'net', text: money(one.net, currency), isFigure: true },
    ],
  }));
  return (
    <>
      <Table caption={`${t('incomingBills.page.lines')} · BG-25`} columns={columns} rows={rows} />
      {lines.length > SHOWN ? <p className="m-quiet">{t('incomingBills.page.moreLines', { n: SHOWN, total: lines.length })}</p> : null}
    </>
  );
}

export function AttachmentTable({ attachments }: { attachments: readonly ReceivedAttachment[] }) {
  const t = useT();
  const { number } = useFormat();
  const columns = useColumns(FIGURES)('file', 'reason', 'size');
  if (attachments.length === 0) return null;
  const rows = attachments.map((one, i) => ({
    key: `${i} ${one.name}`,
    cells: [
      { key: 'file', text: one.name || one.id || one.url },
      { key: 'reason', text: [one.about, one.mime].filter(Boolean).join(' · ') },
      { key: 'size', text: one.size === null ? '' : `${number(Math.ceil(one.size / 1024))} kB`, isFigure: true },
    ],
  }));
  return <Table caption={`${t('incomingBills.page.attachments')} · BG-24`} columns={columns} rows={rows} />;
}
