/** Wage kinds of the export for payroll. The numbers are settings of the house; these are the ones used without a setting. */
export const WAGE_KINDS = { worked: '100', holiday: '110', leave: '120', sick: '130', balance: '190' } as const;
export type WageKind = keyof typeof WAGE_KINDS;
export const WAGE_KIND_NAMES = Object.keys(WAGE_KINDS) as WageKind[];
/** Key of the setting with the number of a wage kind. */
export const wageSetting = (kind: WageKind): string => `payroll.${kind}`;

/** Minutes as hours with two decimal places, without binary rounding errors: 455 is 7.58 or 7,58. */
export function decimalHours(minutes: number, decimal: '.' | ','): string {
  const hundredths = Math.round((Math.abs(minutes) * 100) / 60);
  const sign = minutes < 0 && hundredths > 0 ? '-' : '';
  return `${sign}${Math.floor(hundredths / 100)}${decimal}${String(hundredths % 100).padStart(2, '0')}`;
}
