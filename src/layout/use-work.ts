import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useHome } from '../pages/home.ts';
import { runWhenLoaded } from '../providers/run-when-loaded.ts';
import { isStationPath } from '../scan/paths.ts';
import { suggestFavourites } from './favourites.ts';

/** The work that waits, by screen; its screens become the suggested favourites. It is read once the screen is complete, and never at a station. */
export function useWork() {
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
