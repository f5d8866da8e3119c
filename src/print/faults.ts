import type { PrintWarning } from '#print/display';
import type { Translate } from '../providers/i18n.ts';

/** What would be wrong on the paper, or could not be scanned; a value that the data does not have is no fault of this print. */
export const faultsOf = (warnings: readonly PrintWarning[]): readonly PrintWarning[] => warnings.filter(({ what }) => what !== 'noValue');

/** What became of it, and where: the field in the words of the paper, the row of a table. */
export function faultText(t: Translate, { what, where, name, row, value, why }: PrintWarning): string {
  const text = t(`print.warnings.${what}`, { value: value || where, why: why ? t(`print.faults.${why}`) : '' });
  if (name === '') return text;
  return row === undefined ? t('print.warnings.at', { name, text }) : t('print.warnings.atRow', { name, row, text });
}

/** The first three as one text, and how many more there are. */
export function faultsText(t: Translate, faults: readonly PrintWarning[]): string {
  const texts = faults.slice(0, 3).map((fault) => faultText(t, fault));
  return (faults.length > 3 ? [...texts, t('print.warnings.more', { count: faults.length - 3 })] : texts).join(' ');
}
