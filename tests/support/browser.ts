import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

/**
 * Each window of a browser loads a page of its own below the address bar, for suggestions, which takes more of the processor than most of our
 * pages. Of two lists of features the last one counts, so those that Playwright switches off are named too.
 */
const WITHOUT =
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,' +
  'HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,' +
  'AvoidCorsURLLoaderRestartOnRedirect,TcpPortRandomizationWin,OptimizationHints,NetworkTimeServiceQuerying,PreconnectToSearch';

const ARGUMENTS = [
  // Chromium refuses its sandbox to root; only our own pages are opened.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-color-profile=srgb',
  // Without a screen there is no print preview, and a PDF that asks for one takes its page along.
  '--disable-print-preview',
  `--disable-features=${WITHOUT}`,
];

function executable(...named: (string | undefined)[]): { executablePath?: string } {
  const path = [...named, process.env['KONTOR_CHROMIUM'], '/usr/bin/chromium'].find((candidate) => candidate && existsSync(candidate));
  return path ? { executablePath: path } : {};
}

/** The system's Chromium, else the one that Playwright installed (scripts/browser.mjs finds or installs it). */
export function launchBrowser(args: string[] = []): Promise<Browser> {
  return chromium.launch({ ...executable(), args: [...ARGUMENTS, ...args] });
}

/**
 * Chromium without its own windows, from the same source: pages look and behave alike, for a quarter less processor time. It shows no PDF
 * and asks nobody for a permission. Where it is not installed it is `launchBrowser`.
 */
export function launchShell(args: string[] = []): Promise<Browser> {
  return chromium.launch({ ...executable(process.env['KONTOR_CHROMIUM_SHELL']), args: [...ARGUMENTS, ...args] });
}

/**
 * For windows that are closed after seconds, before code that compilers improve beside it has paid for them: a seventh less processor time.
 * Not for what is measured or photographed.
 */
export const SHORT_LIVED = '--js-flags=--no-maglev --no-turbofan --single-threaded';

/** A browser whose stores lie on the disk in `dir`; windows of `launchBrowser` keep theirs in memory. */
export const launchProfile = (dir: string, settings: BrowserContextOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext(dir, { ...settings, ...executable(), args: ARGUMENTS });
