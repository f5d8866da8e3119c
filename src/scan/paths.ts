import { STATION_PATHS } from '#contract/scanning/station-paths';

const PATHS: ReadonlySet<string> = new Set(Object.values(STATION_PATHS));
export const isStationPath = (path: string): boolean => PATHS.has(path.length > 1 ? path.replace(/\/+$/, '') : path);
