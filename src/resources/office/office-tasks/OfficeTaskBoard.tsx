import { Board } from '../../../core/mask/board/Board.tsx';
import { useT } from '../../../providers/i18n.ts';
import { LIST, MASK } from './paths.ts';

export function OfficeTaskBoard() {
  const t = useT();
  return <Board mask={MASK} path={LIST} title={t('officeTasks.title')} />;
}
