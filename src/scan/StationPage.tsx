import { type ComponentType, useEffect } from 'react';
import type { Profile } from '#contract/scanning/acts';
import { rememberUser } from '../providers/remember.ts';
import { useUser } from '../providers/user.ts';
import { Desk } from './Desk.tsx';
import { mayDo, readStations, useChosen } from './desk/chosen.ts';
import { StationChoice } from './StationChoice.tsx';
import './sheets.css';
import './station.css';

function Station({ profile }: { profile: Profile }) {
  const station = useChosen((chosen) => chosen.station);
  const user = useUser();
  useEffect(
    function rememberForOffline() {
      if (user) rememberUser(user);
    },
    [user],
  );
  useEffect(function followStations() {
    const halt = new AbortController();
    // Without a network those read last stay.
    readStations(halt.signal).catch(() => undefined);
    return () => halt.abort();
  }, []);
  if (!station || !mayDo(station, profile)) return <StationChoice profile={profile} />;
  return <Desk key={`${profile} ${station.id} ${user?.id}`} profile={profile} station={station} />;
}

/** The page of one station; all are one page with another profile. */
export function stationPage(profile: Profile): ComponentType {
  return function StationPage() {
    return <Station profile={profile} />;
  };
}
