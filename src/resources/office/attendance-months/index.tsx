import { lazy } from 'react';
import { registerDialog } from '../../../core/mask/dialogs.ts';
import { registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'attendanceMonths.close',
  lazy(() => import('./CloseDialog.tsx').then((m) => ({ default: m.CloseDialog }))),
);
registerDialog(
  'attendanceMonths.payroll',
  lazy(() => import('./PayrollDialog.tsx').then((m) => ({ default: m.PayrollDialog }))),
);
registerRecord('attendanceMonths', { Overview: lazy(() => import('./MonthOverview.tsx').then((m) => ({ default: m.MonthOverview }))) });

export const attendanceMonths: AreaRoutes = {
  area: 'attendanceMonths',
  routes: [
    { path: '/oa/attendanceMonths', title: 'menu.attendanceMonths', icon: 'calendar', section: 'tools', mask: 'oa.attendanceMonth.list' },
  ],
};
