import { type ComponentType, useEffect } from 'react';
import type { Profile } from '#contract/scanning/commands';
import { persistUser } from '../providers/persisted-user.ts';
import { useUser } from '../providers/user.ts';
import { mayDo, readStations, useChosen } from './controller/chosen-station.ts';
import { StationChoice } from './StationChoice.tsx';
import { StationScreen } from './StationScreen.tsx';
import './sheets.css';
import './station.css';

function Station({ profile }: { profile: Profile }) {
  const station = useChosen((chosen) => chosen.station);
  const user = useUser();
  useEffect(
    function rememberForOffline() {
      if (user) persistUser(user);
    },
    [user],
  );
  useEffect(function followStations() {
    const halt = new AbortController();
    // Without a network, the stations read last are kept.
    readStations(halt.signal).catch(() => undefined);
    return () => halt.abort();
  }, []);
  if (!station || !mayDo(station, profile)) return <StationChoice profile={profile} />;
  return <StationScreen key={`${profile} ${station.id} ${user?.id}`} profile={profile} station={station} />;
}

/** Returns the page component of a station profile. All stations share one page. */
export function stationPage(profile: Profile): ComponentType {
  return function StationPage() {
    return <Station profile={profile} />;
  };
}
