import { Link } from 'react-router';
import { encodeFilters } from '#contract/core/query';
import { useT } from '../../../providers/i18n.ts';
import { useUser } from '../../../providers/user.ts';

/** Beside the title of a list with a board: links to the board and to the user's own rows. */
export function BoardLink({ board, path }: { board: string; path: string }) {
  const t = useT();
  const me = useUser()?.id ?? '';
  const own = new URLSearchParams(encodeFilters([{ field: 'assigneeId', op: 'in', value: [me] }]).map(([key, text]) => [`f.${key}`, text]));
  return (
    <>
      <Link to={board}>{t('cards.board')}</Link> <Link to={`${path}?${own.toString()}`}>{t('cards.mine')}</Link>
    </>
  );
}
