import type { ServerModule } from '../../core/http/module.ts';
import { attendanceMonths } from './attendance-months/area.ts';
import { attendances } from './attendances/area.ts';
import { calendarEntries } from './calendar-entries/area.ts';
import { devRequirements } from './dev-requirements/area.ts';
import { officeTasks } from './office-tasks/area.ts';
import { timeRequests } from './time-requests/area.ts';
import { workingTimes } from './working-times/area.ts';

/** Office tasks, attendance, calendar and development requirements. */
export const officeModule: ServerModule = {
  name: 'office',
  areas: [officeTasks, attendances, timeRequests, workingTimes, attendanceMonths, devRequirements, calendarEntries],
  sql: ['closed-months.sql'],
};
