import { showToast } from '../providers/feedback.ts';
import { useT } from '../providers/i18n.ts';
import { FAVOURITES_MOST, pinnedPaths, toggleFavourite, useMenuChoice } from './favourites.ts';
import { Icon } from './icons.tsx';

/** Pins a screen to the top of the menu. */
export function FavouriteStar({ path }: { path: string }) {
  const t = useT();
  const pinned = useMenuChoice((choice) => pinnedPaths(choice).includes(path));
  const label = t(pinned ? 'shell.favourites.remove' : 'shell.favourites.add');
  const toggle = () => {
    if (!toggleFavourite(path)) showToast('info', t('shell.favourites.full', { most: FAVOURITES_MOST }));
  };
  return (
    <button type="button" className="k-star" aria-pressed={pinned} aria-label={label} title={label} onClick={toggle}>
      <Icon name="star" filled={pinned} />
    </button>
  );
}
