import { useId } from 'react';
import { LOCALES, type Locale } from '#contract/core/limits';
import { DOCUMENTS, type DocumentName } from '#contract/printing/documents';
import { useFields } from '../../core/mask/field-context.ts';
import { inputOf } from '../../core/mask/inputs/registry.tsx';
import { asText } from '../../core/mask/kinds/kind.ts';
import { useT } from '../../providers/i18n.ts';

/** Settings of the preview. `row`: undefined for the newest row, null for sample data. */
export type View = {
  row: string | null | undefined;
  locales: readonly Locale[];
  dpi: number;
  page: number;
  zoom: number | null;
  grid: boolean;
};

const DPI = [203, 300, 600];
/** Pixels per millimetre. */
const ZOOMS = [3, 5, 8, 12];
const PAIRS: readonly (readonly Locale[])[] = [...LOCALES.map((locale) => [locale]), ['de', 'en'], ['de', 'cn'], ['cn', 'en']];

type Props = {
  document: DocumentName;
  view: View;
  pages: number /** The shown row. Empty for sample data. */;
  shown: string;
  onChange: (change: Partial<View>) => void;
};

export function PreviewBar({ document, view, pages, shown, onChange }: Props) {
  const t = useT();
  const id = useId();
  const makeField = useFields();
  const area = DOCUMENTS[document].of;
  const spec = { kind: 'reference' as const, label: 'printEditor.row', area: area ?? '' };
  const { Input } = inputOf(spec);
  return (
    <div className="pe-bar">
      {area ? (
        <div className="pe-row-choice">
          <label htmlFor={id} className="m-quiet">
            {t('printEditor.row')}
          </label>
          <Input
            field={makeField('row', spec, { row: shown })}
            id={id}
            value={shown || null}
            unread={undefined}
            invalid={false}
            describedBy={undefined}
            disabled={false}
            onChange={(value) => onChange({ row: asText(value) || null, page: 1 })}
            onUnread={() => undefined}
            onLabels={() => undefined}
          />
        </div>
      ) : null}
      <label>
        <span className="m-quiet">{t('printEditor.languages')}</span>
        <select
          className="m-select"
          value={view.locales.join('+')}
          onChange={(event) => onChange({ locales: PAIRS.find((pair) => pair.join('+') === event.target.value) ?? view.locales })}
        >
          {PAIRS.map((pair) => (
            <option key={pair.join('+')} value={pair.join('+')}>
              {pair.map((locale) => t(`mask.language.${locale}`)).join(' + ')}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="m-quiet">{t('printEditor.dpi')}</span>
        <select className="m-select" value={view.dpi} onChange={(event) => onChange({ dpi: Number(event.target.value) })}>
          {DPI.map((dpi) => (
            <option key={dpi}>{dpi}</option>
          ))}
        </select>
      </label>
      <label>
        <span className="m-quiet">{t('printEditor.zoom')}</span>
        <select
          className="m-select"
          value={view.zoom ?? ''}
          onChange={(event) => onChange({ zoom: event.target.value === '' ? null : Number(event.target.value) })}
        >
          <option value="">{t('printEditor.fit')}</option>
          {ZOOMS.map((zoom) => (
            // 96 pixels per inch, about 3.8 per millimetre, is 100 %.
            <option key={zoom} value={zoom}>
              {`${Math.round((zoom * 2540) / 96)} %`}
            </option>
          ))}
        </select>
      </label>
      {pages > 1 ? (
        <label>
          <span className="m-quiet">{t('printEditor.pageOf', { pages })}</span>
          <select className="m-select" value={view.page} onChange={(event) => onChange({ page: Number(event.target.value) })}>
            {Array.from({ length: pages }, (_, i) => (
              <option key={`${i + 1}`}>{i + 1}</option>
            ))}
          </select>
        </label>
      ) : null}
      <label className="pe-flag">
        <input type="checkbox" className="m-check" checked={view.grid} onChange={(event) => onChange({ grid: event.target.checked })} />
        {t('printEditor.grid')}
      </label>
    </div>
  );
}
