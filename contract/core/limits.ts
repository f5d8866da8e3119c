/** Business constants of the specification, point 9. Durations in milliseconds unless the name says otherwise. */
export const IDLE_MINUTES = 40;
export const IDLE_WARNING_MINUTES = 10;
/** Maximum duration of a session, even if it is in use (reliability.md). */
export const SESSION_HOURS = 12;
/** "Close to expiry" on a 403. The specification says 3700 without a unit; seconds fit a 40-minute session best (docs/adr/0003). */
export const EXPIRY_CHECK_SECONDS = 3700;
export const REQUEST_TIMEOUT = 60_000;
export const ROUTE_TIMEOUT = 2_700;
export const RETRIES = 3;
export const TOAST_SECONDS = 5;
export const SOCKET_MAX_DELAY = 6_666;
/** How often the server asks a page whether it lives, and how long both wait before they give the connection up: within 30 seconds together. */
export const SOCKET_PING_INTERVAL = 15_000;
export const SOCKET_PING_TIMEOUT = 10_000;
/**
 * One attempt to connect. Together with the longest pause it stays under ten seconds, the limit for noticing that the network is back. An
 * attempt started while offline may never be answered.
 */
export const SOCKET_CONNECT_TIMEOUT = 2_500;
export const CHUNK_TIMEOUT = 120_000;
export const PAGE_SIZE = 25;
export const PAGE_SIZES = [25, 50, 72, 100, 130, 140, 200, 250, 300, 400, 500, 1000] as const;
export const MAX_PAGE_SIZE = 1000;
export const MOBILE_BELOW = 992;
export const ALERT_MOBILE_UP_TO = 768;
export const SIDEBAR_WIDTH = 210;
export const AVATARS = 9;
export const UNFINISHED_DAYS = 30;
/** User types above this value are staff and see the counter of unfinished tasks. */
export const STAFF_TYPE_ABOVE = 100;
export const CAPTCHA_AFTER_FAILURES = 3;
export const UPLOAD_MAX_MB = 10;
export const LOCALES = ['en', 'cn', 'de'] as const;
export type Locale = (typeof LOCALES)[number];
/** BCP-47 tags for Intl. 'cn' is a code of this product and not a valid tag. */
export const LOCALE_TAGS: Record<Locale, string> = { en: 'en-GB', cn: 'zh-CN', de: 'de-DE' };

/** Maximum length of the diagnostics of a reported problem, in characters. The newest errors come first. */
export const DIAGNOSTICS_MAX = 8_000;
