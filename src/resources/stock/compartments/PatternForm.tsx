import { useEffect, useState } from 'react';
import { AskForm } from '../../../core/mask/record/AskForm.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { type PatternState, RANGES, WHERE } from './pattern.ts';
import './pattern.css';

/** Milliseconds until a running call is shown as progress. */
const SHOW_AFTER = 1000;

function Running({ count }: { count: number }) {
  const t = useT();
  const { number } = useFormat();
  const [shown, setShown] = useState(false);
  useEffect(function showLater() {
    const timer = setTimeout(() => setShown(true), SHOW_AFTER);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  const label = t('compartments.generate.running', { count, n: number(count) });
  return (
    <div className="m-progress">
      <progress aria-label={label} />
      <p role="status">{label}</p>
    </div>
  );
}

/** Warehouse, ranges and code of compartments, with the number and the codes at both ends while typing. */
export function PatternForm({ state }: { state: PatternState }) {
  const t = useT();
  const { number } = useFormat();
  const { values, errors, preview, created, busy, change } = state;
  return (
    <div className="cp-form">
      <AskForm heading={t('compartments.generate.where')} fields={WHERE} values={values} errors={errors} onChange={change} />
      <AskForm heading={t('compartments.generate.codes')} fields={RANGES} values={values} errors={errors} onChange={change} />
      <output className="cp-preview" data-state={created ? 'created' : preview ? 'ready' : 'refused'} aria-live="polite">
        {created ? (
          <b>{t('compartments.generate.created', { created: number(created.created), existing: number(created.existing) })}</b>
        ) : preview ? (
          <>
            <b>{t('compartments.generate.count', { count: preview.count, n: number(preview.count) })}</b>
            <span className="m-mono">
              {preview.first} … {preview.last}
            </span>
          </>
        ) : (
          <b>{t('compartments.generate.refused')}</b>
        )}
      </output>
      {busy && preview ? <Running count={preview.count} /> : null}
    </div>
  );
}
