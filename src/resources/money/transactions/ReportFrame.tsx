import Button from 'antd/es/button';
import { type ReactNode, useRef } from 'react';
import { houseToday } from '#contract/core/house-day';
import type { FieldSpec } from '#contract/core/mask';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { saveCsv } from '../../../core/mask/transfer/save-csv.ts';
import { SavePdfButton } from '../../../core/pdf/SavePdfButton.tsx';
import { PageHead } from '../../../layout/PageHead.tsx';
import { formatDate } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import '../../../core/mask/mask.css';
import '../../../core/mask/record/record.css';
import './reports.css';

const PERIOD: Record<string, FieldSpec> = {
  from: { kind: 'date', label: 'transactions.reports.from' },
  to: { kind: 'date', label: 'transactions.reports.to' },
};
export type Asked = { from: string; to: string; accountId: string };
/** The month so far. */
export const thisMonth = (): { from: string; to: string } => ({ from: `${houseToday().slice(0, 8)}01`, to: houseToday() });
export const isAsked = ({ from, to }: { from: string; to: string }): boolean => from !== '' && to !== '' && from <= to;
/** An amount in the smallest unit as a spreadsheet reads it. */
export const plainBalance = (amount: number, locale: string): string => (amount / 100).toFixed(2).replace('.', locale === 'de' ? ',' : '.');
/** The same; zero is blank. */
export const plain = (amount: number, locale: string): string => (amount === 0 ? '' : plainBalance(amount, locale));

type Props = {
  title: string;
  asked: Asked;
  onAsk: (asked: Asked) => void;
  /** Asked for besides the period. */
  more?: Record<string, FieldSpec>;
  /** Rows of the exported table; nothing to export without them. */
  exported: string[][] | null;
  children: ReactNode;
};

/** A report of the books: the period on top, then its table, with the exports that lists have. */
export function ReportFrame({ title, asked, onAsk, more = {}, exported, children }: Props) {
  const t = useT();
  const page = useRef<HTMLDivElement>(null);
  const put = (values: Row): void =>
    onAsk({ from: asText(values['from']), to: asText(values['to']), accountId: asText(values['accountId']) });
  const wrong = asked.from !== '' && asked.to !== '' && asked.from > asked.to;
  return (
    <div className="m-page" ref={page}>
      <PageHead title={title}>
        {exported ? (
          <>
            <Button onClick={() => saveCsv(`${asked.from} ${asked.to} ${title}`, exported)}>{t('transactions.reports.export')}</Button>
            <SavePdfButton element={page} title={title} subject={[asked.from, asked.to].map((day) => formatDate(day)).join(' – ')} />
          </>
        ) : null}
      </PageHead>
      <div className="rp-asked" data-pdf="hidden">
        <AskForm
          fields={{ ...more, ...PERIOD }}
          values={asked}
          errors={wrong ? [{ path: 'to', rule: 'beforeStart' }] : []}
          onChange={put}
        />
      </div>
      {children}
    </div>
  );
}
