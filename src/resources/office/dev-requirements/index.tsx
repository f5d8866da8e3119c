import { BoardLink } from '../../../core/mask/board/BoardLink.tsx';
import { registerListHead } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';
import { BOARD, LIST, MASK } from './paths.ts';

registerListHead('devRequirements', () => <BoardLink board={BOARD} path={LIST} />);

export const devRequirements: AreaRoutes = {
  area: 'devRequirements',
  routes: [
    { path: LIST, title: 'menu.devRequirements', icon: 'bug', section: 'tools', mask: MASK },
    {
      path: BOARD,
      title: 'menu.devRequirements',
      icon: 'bug',
      section: 'tools',
      mask: MASK,
      under: LIST,
      page: lazyPart(async () => (await import('./RequirementBoard.tsx')).RequirementBoard),
    },
  ],
};
