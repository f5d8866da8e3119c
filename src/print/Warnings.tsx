import type { PrintWarning } from '#print/display';
import { type Translate, useT } from '../providers/i18n.ts';

/** Shown at once; the others are counted. */
const SHOWN = 20;

/** What became of it, and where: the field in the words of the paper, the row of a table. */
function textOf(t: Translate, { what, where, name, row, value, why }: PrintWarning): string {
  const text = t(`print.warnings.${what}`, { value: value || where, why: why ? t(`print.faults.${why}`) : '' });
  if (name === '') return text;
  return row === undefined ? t('print.warnings.at', { name, text }) : t('print.warnings.atRow', { name, row, text });
}

/** What could not be drawn as asked, in plain words. */
export function Warnings({ warnings }: { warnings: readonly PrintWarning[] }) {
  const t = useT();
  if (warnings.length === 0) return null;
  const more = warnings.length - SHOWN;
  return (
    <details className="m-bar m-bar-wait pr-warnings" open={warnings.length <= 3}>
      <summary>{t('print.warnings.title', { count: warnings.length })}</summary>
      <ul>
        {warnings.slice(0, SHOWN).map((one) => (
          <li key={JSON.stringify(one)}>{textOf(t, one)}</li>
        ))}
        {more > 0 ? <li>{t('print.warnings.more', { count: more })}</li> : null}
      </ul>
    </details>
  );
}
