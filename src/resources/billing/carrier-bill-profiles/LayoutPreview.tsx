import { type DragEvent, useId, useState } from 'react';
import type { ListPreview } from '#contract/billing/carrier-bill-profiles';
import { LIST_COLUMNS } from '#contract/billing/carrier-costs';
import { FileButton } from '../../../core/mask/inputs/FileButton.tsx';
import { asNumber, asText, NOTHING } from '../../../core/mask/kinds/kind.ts';
import { PageTable } from '../../../core/mask/PageTable.tsx';
import type { FormNoteProps } from '../../../core/mask/parts.ts';
import { useSettled } from '../../../core/mask/use-settled.ts';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';
import { type Sample, sampleOfFile, sampleOfText } from './sample.ts';
import './layout-preview.css';

type Column = ListPreview['columns'][number];
type Cell = ListPreview['rows'][number]['cells'][number];

/** Columns of figures, which stand at the end of their cell. */
const FIGURES = new Set<Column['column']>(['amount', 'cost', 'total', 'weight']);

/** The layout as it stands in the form, also before it is complete. */
const layoutOf = (row: FormNoteProps['row'], encoding: Sample['encoding']) => ({
  encoding: encoding ?? row['encoding'],
  separator: row['separator'],
  decimal: row['decimal'],
  day: row['day'],
  weightUnit: row['weightUnit'],
  skip: asNumber(row['skip']) ?? 0,
  hasHeadings: row['hasHeadings'] === true,
  ...Object.fromEntries(LIST_COLUMNS.map((column) => [column, asText(row[column]).trim()])),
  costs: (Array.isArray(row['costs']) ? row['costs'] : []).filter((cost) => asText(cost.heading).trim() !== '' && asText(cost.kind) !== ''),
});

function useShown() {
  const { number, date } = useFormat();
  return (column: Column['column'], { value }: Cell): string => {
    if (value === null || value === '') return NOTHING;
    if (column === 'billedOn') return date(value);
    if (typeof value === 'string') return value;
    return column === 'weight'
      ? `${number(value / 1000, { maximumFractionDigits: 3 })} kg`
      : number(value / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  };
}

const Fault = ({ text }: { text: string }) => <small className="cl-fault">{text}</small>;

/** The first rows of the file as the layout reads them; below each cell what is wrong with it. */
function Rows({ preview }: { preview: ListPreview }) {
  const t = useT();
  const shown = useShown();
  const nameOf = ({ column, heading, kind }: Column): string =>
    column === 'cost' ? `${t(`carrierBillLines.kinds.${kind}`)} · ${heading}` : t(`carrierBillProfiles.fields.${column}`);
  const missing = preview.columns.flatMap(({ fault }) => fault ?? []);
  const absent = preview.columns.filter(({ found, fault }) => !found && fault === null).map(({ heading }) => heading);
  return (
    <>
      {[...(preview.fault === null ? [] : [preview.fault]), ...missing].map((text) => (
        <p key={text} className="cl-fault" role="alert">
          {text}
        </p>
      ))}
      {preview.rows.length === 0 ? null : (
        <PageTable
          label={t('carrierBillProfiles.preview.rows')}
          columns={[
            { label: t('carrierBillProfiles.preview.line'), end: true },
            ...preview.columns.map((column) => ({ label: nameOf(column), end: FIGURES.has(column.column) })),
          ]}
        >
          {preview.rows.map(({ line, fault, cells }) => (
            <tr key={line}>
              <td className="m-figures m-end">{line}</td>
              {cells.map((cell, at) => {
                const column = preview.columns[at];
                if (!column) return null;
                return (
                  <td key={`${column.column} ${column.heading}`} className={FIGURES.has(column.column) ? 'm-figures m-end' : undefined}>
                    {cell.fault === null ? shown(column.column, cell) : cell.text || NOTHING}
                    {cell.fault === null ? null : <Fault text={cell.fault} />}
                    {at === 0 && fault !== null ? <Fault text={fault} /> : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </PageTable>
      )}
      {preview.unread.length > 0 ? (
        <p className="m-quiet">{t('carrierBills.upload.unread', { columns: preview.unread.slice(0, 20).join(', ') })}</p>
      ) : null}
      {absent.length > 0 ? <p className="m-quiet">{t('carrierBillProfiles.preview.absent', { columns: absent.join(', ') })}</p> : null}
    </>
  );
}

/** Tries the layout of the form on a file of the carrier, or on some pasted lines of it. */
export function LayoutPreview({ row }: FormNoteProps) {
  const t = useT();
  const id = useId();
  const [text, setText] = useState('');
  const [file, setFile] = useState<{ name: string; sample: Sample } | null>(null);
  const sample = file?.sample ?? (text.trim() === '' ? null : sampleOfText(text));
  const body = useSettled(JSON.stringify({ layout: layoutOf(row, sample?.encoding ?? null), content: sample?.content ?? '' }));
  const { data, isError } = useRead<ListPreview>('/v0/carrierBillProfiles/preview', {
    queryKey: ['data', 'default', 'carrierBillProfiles', 'preview', body],
    body: JSON.parse(body),
    handles: ['InvalidInput'],
    enabled: sample !== null && !body.endsWith('"content":""}'),
    retry: false,
    keepFormer: true,
  });
  const take = async (taken: File): Promise<void> => {
    setText('');
    setFile({ name: taken.name, sample: await sampleOfFile(taken) });
  };
  const drop = (event: DragEvent): void => {
    const [dropped] = event.dataTransfer.files;
    if (!dropped) return;
    event.preventDefault();
    void take(dropped);
  };
  return (
    <fieldset className="m-section cl-preview" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <legend>{t('carrierBillProfiles.preview.title')}</legend>
      <div>
        <label className="m-label" htmlFor={id}>
          {t('carrierBillProfiles.preview.paste')}
        </label>
        <textarea
          id={id}
          className="m-input m-mono cl-sample"
          rows={4}
          wrap="off"
          spellCheck={false}
          value={file ? '' : text}
          placeholder={file?.name}
          onChange={(event) => {
            setFile(null);
            setText(event.target.value);
          }}
        />
      </div>
      <FileButton onFile={(taken) => void take(taken)}>{t('carrierBillProfiles.preview.choose')}</FileButton>
      <div aria-live="polite">
        {sample !== null && isError ? <p className="m-quiet">{t('carrierBillProfiles.preview.incomplete')}</p> : null}
        {sample !== null && data && !isError ? <Rows preview={data} /> : null}
      </div>
    </fieldset>
  );
}
