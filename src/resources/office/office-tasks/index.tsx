import { BoardLink } from '../../../core/mask/board/BoardLink.tsx';
import { registerListHead } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';
import { BOARD, LIST, MASK } from './paths.ts';

registerListHead('officeTasks', () => <BoardLink board={BOARD} path={LIST} />);

export const officeTasks: AreaRoutes = {
  area: 'officeTasks',
  routes: [
    { path: LIST, title: 'menu.officeTasks', icon: 'schedule', section: 'tools', mask: MASK },
    {
      path: BOARD,
      title: 'menu.officeTasks',
      icon: 'schedule',
      section: 'tools',
      mask: MASK,
      under: LIST,
      page: lazyPart(async () => (await import('./OfficeTaskBoard.tsx')).OfficeTaskBoard),
    },
  ],
};
