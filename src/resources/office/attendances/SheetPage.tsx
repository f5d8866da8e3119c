import Button from 'antd/es/button';
import { useRef, useState } from 'react';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';
import { ListSkeleton, LoadError } from '../../../core/mask/list/states.tsx';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { saveCsv } from '../../../core/mask/transfer/save-csv.ts';
import { dayKey } from '../../../providers/format.ts';
import { localeTag, useLocale, useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useRead } from '../../../providers/use-call.ts';
import '../../../core/mask/mask.css';
import '../../../core/mask/record/record.css';
import { SavePdfButton } from '../../../core/pdf/SavePdfButton.tsx';
import './attendances.css';
import { monthName } from '../../../core/month.ts';
import { hours } from '../hours.ts';
import { MonthChoice } from '../MonthChoice.tsx';
import { MonthStrip } from './MonthStrip.tsx';
import { SheetTable } from './SheetTable.tsx';
import { balanceText, SHEET_COLUMNS, type Sheet, sheetTotals, useDayTexts } from './sheet.ts';

/** The month of one person: worked and planned time of each day, violations of the working-time law, and the balance. */
export function SheetPage() {
  const t = useT();
  const tag = localeTag(useLocale());
  const { times, warning } = useDayTexts();
  const manages = useAllowed('attendances.update');
  const [month, setMonth] = useState(() => dayKey(Date.now()).slice(0, 7));
  const [who, setWho] = useState<Row>({});
  const table = useRef<HTMLDivElement>(null);
  const userId = asText(who['userId']);
  const query = useRead<Sheet>('/v0/attendances/sheet', {
    queryKey: ['data', 'default', 'attendances', 'sheet', month, userId],
    keepFormer: true,
    params: new URLSearchParams(userId ? { month, userId } : { month }),
  });
  if (query.isError && !query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <ListSkeleton rows={10} />;
  const { name, days } = query.data;
  const title = t('attendances.sheet.title', { name });
  const save = (): void => {
    const lines = days.map((day) => [
      day.day,
      times(day),
      hours(day.worked),
      hours(day.breaks),
      hours(day.planned),
      balanceText(day),
      warning(day),
    ]);
    const heads = SHEET_COLUMNS.map((key) => t(`attendances.sheet.${key}`));
    saveCsv(`${month} ${name}`, [heads, ...lines, [t('attendances.sheet.sum'), '', ...sheetTotals(days), '']]);
  };
  return (
    <div className="a-sheet">
      <header className="m-actions">
        <h1>{title}</h1>
        <span className="m-spring" />
        <Button onClick={save}>{t('attendances.sheet.export')}</Button>
        <SavePdfButton element={table} title={title} subject={monthName(month, tag)} />
      </header>
      <div className="a-choose">
        <MonthChoice month={month} onChange={setMonth} />
        {manages ? (
          <AskForm
            fields={{ userId: { kind: 'reference', area: 'users', label: 'attendances.fields.userId' } }}
            values={who}
            errors={[]}
            onChange={setWho}
          />
        ) : null}
      </div>
      <div ref={table}>
        <MonthStrip sheet={query.data} />
        <SheetTable days={days} title={title} />
      </div>
    </div>
  );
}
