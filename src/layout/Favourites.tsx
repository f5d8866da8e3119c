import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useHome } from '../pages/home.ts';
import { useFormat } from '../providers/format.ts';
import { useT } from '../providers/i18n.ts';
import { runWhenLoaded } from '../providers/run-when-loaded.ts';
import { isStationPath } from '../scan/paths.ts';
import { pinnedPaths, suggestFavourites, useMenuChoice, waitingAt } from './favourites.ts';
import { Entry } from './MenuEntry.tsx';
import type { MenuSection } from './menu.ts';

/** The numbers are read once the screen is complete, and never at a station. */
function useWork() {
  const { pathname } = useLocation();
  const [begun, setBegun] = useState(false);
  useEffect(function countLater() {
    return runWhenLoaded(() => setBegun(true));
  }, []);
  const tiles = useHome(begun && !isStationPath(pathname)).data?.tiles;
  useEffect(
    function suggest() {
      if (tiles) suggestFavourites(tiles.map(({ path }) => path));
    },
    [tiles],
  );
  return tiles ?? [];
}

function Waiting({ count, exact, pastDue }: { count: number; exact: boolean; pastDue: boolean }) {
  const t = useT();
  const { number } = useFormat();
  const shown = `${number(count)}${exact ? '' : '+'}`;
  const text = t(pastDue ? 'shell.favourites.pastDue' : 'shell.favourites.waiting', { count: shown });
  return (
    <span className="k-waiting" data-past-due={pastDue || undefined} title={text}>
      <span aria-hidden="true">{shown}</span>
      <span className="k-hidden">{text}</span>
    </span>
  );
}

/** The screens that the user has pinned by their star, with the work that waits there. */
export function Favourites({ menu, here }: { menu: readonly MenuSection[]; here: string | undefined }) {
  const t = useT();
  const pinned = useMenuChoice(pinnedPaths);
  const work = useWork();
  const entries = menu.flatMap((section) => section.entries);
  const shown = pinned.flatMap((path) => entries.find((entry) => entry.path === path) ?? []);
  if (shown.length === 0) return null;
  return (
    <section>
      <h2>{t('shell.favourites.title')}</h2>
      <ul>
        {shown.map((entry) => {
          const waiting = waitingAt(work, entry.path);
          return (
            <Entry key={entry.path} {...entry} withIcon current={entry.path === here}>
              {waiting && <Waiting {...waiting} />}
            </Entry>
          );
        })}
      </ul>
    </section>
  );
}
