import Button from 'antd/es/button';
import { useDeferredValue, useMemo, useState } from 'react';
import { CODE_TYPES, type CodeType } from '#contract/printing/codes';
import { codeLabel } from '#print/layouts/labels/place';
import { FileButton } from '../../core/mask/inputs/FileButton.tsx';
import { showToast } from '../../providers/feedback.ts';
import { saveFile } from '../../providers/http-answer.ts';
import { useLocale, useT } from '../../providers/i18n.ts';
import { makePrint } from '../make.ts';
import { printOrder } from '../open.ts';
import { Preview } from '../Preview.tsx';
import { type CodeRow, checkRows, EXAMPLES, MOST_ROWS, parseList, rowOf, seriesOf } from './codes.ts';
import { FaultList } from './FaultList.tsx';
import { NumberField, SelectField } from './fields.tsx';
import { NUMBERS, type Numbers, SeriesFields } from './SeriesFields.tsx';
import { isSheet, SIZES, sized } from './sized.ts';
import '../../core/mask/mask.css';
import '../../core/mask/inputs/inputs.css';
import '../print.css';

/** Reads a CSV, text or Excel file. Its first three columns are code, title and the text below. @throws if it cannot be read */
async function readList(file: File): Promise<CodeRow[]> {
  if (!/\.xlsx$/i.test(file.name)) {
    const text = await file.text();
    // A file with only commas is a CSV with comma separators.
    return parseList(/[;\t]/.test(text) ? text : text.replaceAll(',', ';'));
  }
  const { readSheet } = await import('read-excel-file/browser');
  const rows = await readSheet(file);
  return rows
    .map((row) => rowOf(row.slice(0, 3).map((cell) => (cell === null ? '' : String(cell).trim()))))
    .filter(({ code }) => code !== '');
}

/** Most labels in the preview. */
const SHOWN = 70;

const asText = (rows: readonly CodeRow[]): string =>
  rows.map(({ code, title, below }) => [code, title, below].join('\t').replace(/\t+$/, '')).join('\n');

/** `/tools/labelMultiplePrint`: labels with codes from a typed, pasted or imported list, or from a series of numbers. */
export function GeneratorPage() {
  const t = useT();
  const locale = useLocale();
  const [source, setSource] = useState<'list' | 'series'>('list');
  const [text, setText] = useState('');
  const [numbers, setNumbers] = useState<Numbers>(NUMBERS);
  const [type, setType] = useState<CodeType>('code128');
  const [size, setSize] = useState<string>('60x30');
  const [copies, setCopies] = useState(1);
  const late = useDeferredValue(text);
  const rows = useMemo(() => (source === 'list' ? parseList(late) : seriesOf(numbers)), [source, late, numbers]);
  const { good, faults } = useMemo(() => checkRows(rows, type), [rows, type]);
  const order = useMemo(() => {
    const records = good.map((row) => ({ type, ...row }));
    return { document: 'codeLabel' as const, records, layout: sized(codeLabel, size), dpi: isSheet(size) ? 600 : 203 };
  }, [good, type, size]);
  const isExample = good.length === 0;
  // On a sheet the first labels fill the page; of a roll the first one is shown.
  const preview = useMemo(() => {
    const example = { type, code: EXAMPLES[type], title: t('print.tools.example'), below: '' };
    const records = isExample ? [example] : order.records.slice(0, isSheet(size) ? SHOWN : 1);
    return { ...order, records, locales: [locale] };
  }, [order, isExample, type, size, locale, t]);
  const read = (file: File): void => {
    readList(file).then(
      (found) => setText(asText(found)),
      () => showToast('error', t('print.tools.unreadable')),
    );
  };
  const download = (): void => {
    const title = t('print.documents.codeLabel');
    makePrint({ ...order, locales: [locale], copies, title, format: 'pdf' }).then(
      ({ bytes }) => saveFile('labels.pdf', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' })),
      () => showToast('error', t('print.view.failed')),
    );
  };
  return (
    <div className="pr-tool">
      <form className="pr-form" onSubmit={(event) => event.preventDefault()}>
        <h1>{t('menu.labelMultiplePrint')}</h1>
        <fieldset className="pr-languages">
          <legend>{t('print.tools.source')}</legend>
          {(['list', 'series'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="source" checked={source === one} onChange={() => setSource(one)} />
              {t(`print.tools.sources.${one}`)}
            </label>
          ))}
        </fieldset>
        {source === 'list' ? (
          <>
            <label className="pr-field">
              {t('print.tools.list')}
              <textarea className="m-input" value={text} spellCheck={false} onChange={(event) => setText(event.target.value)} />
              <small className="m-quiet">{t('print.tools.listHelp')}</small>
            </label>
            <div className="pr-field">
              <FileButton accept=".csv,.txt,.xlsx" onFile={read}>
                {t('print.tools.file')}
              </FileButton>
            </div>
          </>
        ) : (
          <SeriesFields value={numbers} onChange={setNumbers} />
        )}
        <fieldset className="pr-fields">
          <legend>{t('print.tools.look')}</legend>
          <SelectField
            label={t('print.tools.kind')}
            value={type}
            all={CODE_TYPES}
            onChange={(one) => setType(one as CodeType)}
            nameOf={(one) => t(`print.codes.${one}`)}
          />
          <SelectField
            label={t('print.view.size')}
            value={size}
            all={SIZES}
            onChange={setSize}
            nameOf={(one) => (isSheet(one) ? t('print.tools.sheet', { name: one }) : t('print.tools.roll', { size: one }))}
          />
          <NumberField label={t('print.view.copies')} value={copies} min={1} max={99} onChange={setCopies} />
        </fieldset>
        <p role="status" className="m-figures">
          {t('print.tools.labels', { count: good.length * copies })}
        </p>
        {rows.length > MOST_ROWS ? <p className="m-bar m-bar-wait">{t('print.tools.tooMany', { count: MOST_ROWS })}</p> : null}
        <FaultList faults={faults} />
        <div className="pr-actions">
          <Button type="primary" disabled={good.length === 0} onClick={() => printOrder({ ...order, copies })}>
            {t('print.view.print')}
          </Button>
          <Button disabled={good.length === 0} onClick={download}>
            {t('print.view.download')}
          </Button>
        </div>
      </form>
      <section className="pr-first">
        <h2>{t(isSheet(size) ? 'print.tools.firstSheet' : 'print.tools.first')}</h2>
        <p className="m-quiet">{t(isExample ? 'print.tools.exampleHelp' : 'print.tools.asPrinted')}</p>
        <Preview order={preview} />
      </section>
    </div>
  );
}
