import type { AreaRoutes } from '../../providers/routes.ts';
import { attendanceMonths } from './attendance-months/index.tsx';
import { attendances } from './attendances/index.tsx';
import { calendarEntries } from './calendar-entries/index.tsx';
import { devRequirements } from './dev-requirements/index.tsx';
import { officeTasks } from './office-tasks/index.tsx';
import { timeRequests } from './time-requests/index.tsx';
import { workingTimes } from './working-times/index.tsx';

export const officeScreens: readonly AreaRoutes[] = [
  officeTasks,
  attendances,
  timeRequests,
  workingTimes,
  attendanceMonths,
  devRequirements,
  calendarEntries,
];
