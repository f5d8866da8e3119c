import { LOCALES } from '#contract/core/limits';
import type { Profile } from '#contract/scanning/commands';
import { STATION_PATHS } from '#contract/scanning/station-paths';
import { lazyPart } from '../providers/chunks.ts';
import { loadNamespace, loadNamespaceIn } from '../providers/i18n.ts';
import type { AppRoute, AreaRoutes } from '../providers/routes.ts';

const ICONS: Record<Profile, string> = {
  receiving: 'import',
  receivingScan: 'rocket',
  received: 'check-circle',
  putAway: 'gold',
  pickingScan: 'shopping-cart',
  packScanOrder: 'inbox',
  packScanBatch: 'unordered-list',
  packScanSingle: 'tag',
  PackScanEF: 'safety',
  PackScanPre: 'container',
  packScanRef: 'link',
  shippingScan: 'truck',
  loggingScan: 'history',
  snScan: 'barcode',
  skuScan: 'search',
  count: 'reconciliation',
  return: 'rollback',
  move: 'swap',
};

const stationRoute = (profile: Profile): AppRoute => ({
  path: STATION_PATHS[profile],
  title: `menu.scan.${profile}`,
  icon: ICONS[profile],
  section: 'stations',
  page: lazyPart(async () => {
    const [{ stationPage }] = await Promise.all([import('./StationPage.tsx'), loadNamespace('scan')]);
    return stationPage(profile);
  }),
});

const commandSheet: AppRoute = {
  path: '/wEP/commandSheet',
  title: 'menu.scan.sheet',
  icon: 'printer',
  section: 'stations',
  bare: true,
  page: lazyPart(async () => {
    const [{ CommandSheet }] = await Promise.all([import('./CommandSheet.tsx'), loadNamespaceIn(LOCALES, 'scan'), loadNamespace('scan')]);
    return CommandSheet;
  }),
};

/** Taken from the paths rather than from acts.ts, whose schemas are not needed before a station is opened. */
const PROFILES = Object.keys(STATION_PATHS) as Profile[];

/** Station screens in the order in which goods pass through the warehouse. */
export const STATION_ROUTES: AreaRoutes = { area: 'scan', routes: [...PROFILES.map(stationRoute), commandSheet] };
