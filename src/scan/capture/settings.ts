import { readJson, writeStored } from '../../providers/storage.ts';
import { LAYOUTS } from './layouts.ts';
import { WEDGE, type WedgeSettings } from './wedge.ts';

/** Scanner settings belong to a station, not to a person. They are stored on the device by station id. */
const keyOf = (stationId: string): string => `kontor-wedge-${stationId}`;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function isSettings(value: unknown): value is WedgeSettings {
  return (
    isRecord(value) &&
    Object.entries(WEDGE).every(([name, standard]) => typeof value[name] === typeof standard) &&
    LAYOUTS.some((layout) => layout === value.layout)
  );
}

export const readWedge = (stationId: string): WedgeSettings => readJson(keyOf(stationId), isSettings) ?? WEDGE;
export const writeWedge = (stationId: string, settings: WedgeSettings): void => writeStored(keyOf(stationId), JSON.stringify(settings));
