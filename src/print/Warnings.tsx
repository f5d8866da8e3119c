import type { PrintWarning } from '#print/display';
import { useT } from '../providers/i18n.ts';
import { faultText } from './faults.ts';

/** Warnings shown at once. The others are counted. */
const SHOWN = 20;

/** What could not be printed as requested, in plain language. */
export function Warnings({ warnings }: { warnings: readonly PrintWarning[] }) {
  const t = useT();
  if (warnings.length === 0) return null;
  const more = warnings.length - SHOWN;
  return (
    <details className="m-bar m-bar-wait pr-warnings" open={warnings.length <= 3}>
      <summary>{t('print.warnings.title', { count: warnings.length })}</summary>
      <ul>
        {warnings.slice(0, SHOWN).map((one) => (
          <li key={JSON.stringify(one)}>{faultText(t, one)}</li>
        ))}
        {more > 0 ? <li>{t('print.warnings.more', { count: more })}</li> : null}
      </ul>
    </details>
  );
}
