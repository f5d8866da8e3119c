/** The build's own version; vite.config.ts sets it, and the server learns it from dist/web/version.json. */
export const WEB_VERSION: string = import.meta.env.VITE_WEB_VERSION ?? 'dev';

/** Whether the server speaks of a newer build. Versions are `<version>+<time of the build>`; a development build is never behind. */
export function isNewer(offered: string, own = WEB_VERSION): boolean {
  if (own === 'dev' || offered === '' || offered === 'dev') return false;
  return offered.localeCompare(own, 'en', { numeric: true }) > 0;
}
