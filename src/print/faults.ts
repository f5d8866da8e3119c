import type { PrintWarning } from '#print/display';
import type { Translate } from '../providers/i18n.ts';

/** Warnings that make the paper wrong or unscannable. A value missing in the data is not a fault of this print. */
export const faultsOf = (warnings: readonly PrintWarning[]): readonly PrintWarning[] => warnings.filter(({ what }) => what !== 'noValue');

/** The text of a fault: what happened and where, with the field's name on the paper and the row of a table. */
export function faultText(t: Translate, { what, where, name, row, value, fault }: PrintWarning): string {
  const text = t(`print.warnings.${what}`, { value: value || where, why: fault ? t(`print.faults.${fault}`) : '' });
  if (name === '') return text;
  return row === undefined ? t('print.warnings.at', { name, text }) : t('print.warnings.atRow', { name, row, text });
}

/** The first three faults as one text, with the number of further ones. */
export function faultsText(t: Translate, faults: readonly PrintWarning[]): string {
  const texts = faults.slice(0, 3).map((fault) => faultText(t, fault));
  return (faults.length > 3 ? [...texts, t('print.warnings.more', { count: faults.length - 3 })] : texts).join(' ');
}
