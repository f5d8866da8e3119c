import { registerDialog } from '../../../core/mask/dialogs.ts';
import { registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'attendanceMonths.close',
  lazyPart(async () => (await import('./CloseDialog.tsx')).CloseDialog),
);
registerDialog(
  'attendanceMonths.payroll',
  lazyPart(async () => (await import('./PayrollDialog.tsx')).PayrollDialog),
);
registerRecord('attendanceMonths', { Overview: lazyPart(async () => (await import('./MonthOverview.tsx')).MonthOverview) });

export const attendanceMonths: AreaRoutes = {
  area: 'attendanceMonths',
  routes: [
    { path: '/oa/attendanceMonths', title: 'menu.attendanceMonths', icon: 'calendar', section: 'tools', mask: 'oa.attendanceMonth.list' },
  ],
};
