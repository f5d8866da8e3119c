import { create } from 'zustand';
import { PROFILES, type Profile } from '#contract/scanning/commands';
import { requestList } from '../../providers/request.ts';
import { readJson, writeStored } from '../../providers/storage.ts';

/** A station as the device stores it. Contains no personal data. */
export type Station = { id: string; code: string; name: string; profiles: Profile[] };

const CHOSEN = 'kontor-station';
const KNOWN = 'kontor-stations';
const MOST = 500;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isStation = (value: unknown): value is Station =>
  isRecord(value) && ['id', 'code', 'name'].every((name) => typeof value[name] === 'string') && Array.isArray(value['profiles']);
const areStations = (value: unknown): value is Station[] => Array.isArray(value) && value.every(isStation);

type Chosen = { station: Station | null; known: Station[] };

/** The station chosen on this device, shared by all views and kept over restarts. */
export const useChosen = create<Chosen>(() => ({ station: readJson(CHOSEN, isStation), known: readJson(KNOWN, areStations) ?? [] }));

export function choose(station: Station | null): void {
  writeStored(CHOSEN, station && JSON.stringify(station));
  useChosen.setState({ station });
}

/** A station without profiles may do everything. */
export const mayDo = (station: Station, profile: Profile): boolean => station.profiles.length === 0 || station.profiles.includes(profile);
export const profilesOf = (station: Station): readonly Profile[] => (station.profiles.length === 0 ? PROFILES : station.profiles);

/**
 * Reads the stations. Without a network, the stations read last are kept. The chosen station is updated with changes made in the office.
 */
export async function readStations(signal: AbortSignal): Promise<void> {
  const query = {
    limit: MOST,
    cursor: null,
    search: '',
    sort: 'code',
    back: false,
    filters: [{ field: 'active', op: 'eq' as const, value: 'true' }],
  };
  const { data } = await requestList<Station>('stations', query, { signal, background: true, handles: 'all' });
  const known = data.map(({ id, code, name, profiles }) => ({ id, code, name, profiles }));
  writeStored(KNOWN, JSON.stringify(known));
  const { station } = useChosen.getState();
  useChosen.setState({ known });
  if (station) choose(known.find(({ id }) => id === station.id) ?? null);
}
