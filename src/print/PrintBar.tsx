import { LOCALES, type Locale } from '#contract/core/limits';
import type { DocumentName } from '#contract/printing/documents';
import { LABEL_VARIANTS } from '#print/layouts/labels/labels';
import { useT } from '../providers/i18n.ts';
import { type PrintAs, RESOLUTIONS } from './use-print.ts';

const variantsOf = (document: DocumentName): string[] =>
  Object.keys((LABEL_VARIANTS as Partial<Record<DocumentName, object>>)[document] ?? {});

type Props = { document: DocumentName; as: PrintAs; onChange: (change: Partial<PrintAs>) => void };

function Languages({ as, onChange }: Omit<Props, 'document'>) {
  const t = useT();
  const flip = (locale: Locale): void => {
    const without = as.locales.filter((one) => one !== locale);
    // At most two languages fit. The one chosen first is removed.
    const next = without.length < as.locales.length ? without : [...as.locales, locale].slice(-2);
    if (next.length > 0) onChange({ locales: next });
  };
  return (
    <fieldset className="pr-languages">
      <legend>{t('print.view.languages')}</legend>
      {LOCALES.map((locale) => (
        <label key={locale}>
          <input type="checkbox" checked={as.locales.includes(locale)} onChange={() => flip(locale)} />
          {t(`locale.${locale}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** Print options: languages, copies, printer resolution, another size. */
export function PrintBar({ document, as, onChange }: Props) {
  const t = useT();
  const variants = variantsOf(document);
  return (
    <div className="pr-options">
      <Languages as={as} onChange={onChange} />
      <label>
        {t('print.view.copies')}
        <input
          className="m-input m-input-end"
          type="number"
          min={1}
          max={99}
          value={as.copies}
          onChange={(event) => onChange({ copies: Math.min(99, Math.max(1, Math.trunc(Number(event.target.value)) || 1)) })}
        />
      </label>
      <label>
        {t('print.view.printer')}
        <select className="m-input" value={as.dpi} onChange={(event) => onChange({ dpi: Number(event.target.value) })}>
          {RESOLUTIONS.map((dpi) => (
            <option key={dpi} value={dpi}>
              {t('print.view.dpi', { dpi })}
            </option>
          ))}
        </select>
      </label>
      {variants.length > 0 ? (
        <label>
          {t('print.view.size')}
          <select
            className="m-input"
            value={as.variant ?? ''}
            onChange={(event) => onChange({ variant: event.target.value === '' ? undefined : event.target.value })}
          >
            <option value="">{t('print.view.usual')}</option>
            {variants.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      ) : null}
    </div>
  );
}
