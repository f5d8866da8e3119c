import Button from 'antd/es/button';
import type { Mask } from '#contract/core/mask';
import { useLocale } from '../../../providers/i18n.ts';
import { useMaskT, useText } from '../field-context.ts';
import { asText } from '../kinds/kind.ts';
import { formatNumber } from '../kinds/numbers.ts';
import { PageTable } from '../PageTable.tsx';
import { useRuleText } from '../record/FieldRow.tsx';
import { type ImportJob, targetLabel } from './imports.ts';

type Props = {
  mask: Mask;
  job: ImportJob;
  busy: boolean;
  onBack: () => void;
  onRun: (mode: 'all' | 'good') => void;
  onRevert: () => void;
  onClose: () => void;
};

const SHOWN_ERRORS = 200;

function Errors({ mask, job }: { mask: Mask; job: ImportJob }) {
  const t = useMaskT();
  const text = useText();
  const ruleText = useRuleText();
  if (job.errors.length === 0) return null;
  return (
    <PageTable
      label={t('import.errors')}
      columns={[{ label: t('import.row') }, { label: t('import.column') }, { label: t('import.value') }, { label: t('import.fault') }]}
      note={
        job.errors.length > SHOWN_ERRORS ? (
          <p className="m-quiet">{t('import.moreErrors', { n: job.errors.length - SHOWN_ERRORS })}</p>
        ) : null
      }
    >
      {job.errors.slice(0, SHOWN_ERRORS).map((error) => (
        <tr key={`${error.row}.${error.column}.${error.rule}`}>
          <td className="m-figures">{error.row}</td>
          <td>{targetLabel(mask, error.column, text, t)}</td>
          <td className="m-mono">{asText(error.value)}</td>
          <td>{ruleText(error.rule, error.params)}</td>
        </tr>
      ))}
    </PageTable>
  );
}

/** The result of a dry run or a run: counts, and errors by row and column. */
export function ImportResult({ mask, job, busy, onBack, onRun, onRevert, onClose }: Props) {
  const t = useMaskT();
  const locale = useLocale();
  const good = job.created + job.updated;
  return (
    <div className="m-stack">
      <p role="status">
        <strong>{t(`import.state.${job.state}`)}</strong>
      </p>
      <dl className="m-counts">
        {(['created', 'updated', 'unchanged', 'failed'] as const).map((name) => (
          <div key={name} className={name === 'failed' && job.failed > 0 ? 'm-faulty' : undefined}>
            <dt>{t(name === 'unchanged' && mask.import?.lines ? 'import.alreadyThere' : `import.${name}`)}</dt>
            <dd className="m-figures">{formatNumber(job[name], locale)}</dd>
          </div>
        ))}
      </dl>
      <Errors mask={mask} job={job} />
      <div className="m-actions">
        {job.state === 'checked' ? (
          <>
            <Button onClick={onBack}>{t('import.back')}</Button>
            <span className="m-spring" />
            {job.failed > 0 ? (
              <Button loading={busy} disabled={good === 0} onClick={() => onRun('good')}>
                {t('import.runGood', { n: good })}
              </Button>
            ) : null}
            <Button
              type="primary"
              loading={busy}
              disabled={job.failed > 0 || good === 0}
              title={job.failed > 0 ? t('import.allNeedsNone') : undefined}
              onClick={() => onRun('all')}
            >
              {t('import.runAll', { n: good })}
            </Button>
          </>
        ) : (
          <>
            {job.state === 'done' && good > 0 ? (
              <Button danger loading={busy} onClick={onRevert}>
                {t('import.revert')}
              </Button>
            ) : null}
            {job.state === 'failed' ? <Button onClick={onBack}>{t('import.back')}</Button> : null}
            <span className="m-spring" />
            <Button type="primary" onClick={onClose}>
              {t('close')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
