import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

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
];

/** The system's Chromium, else the one that Playwright installed (scripts/browser.mjs finds or installs it). */
export function launchBrowser(args: string[] = []): Promise<Browser> {
  const path = [process.env['KONTOR_CHROMIUM'], '/usr/bin/chromium'].find((candidate) => candidate && existsSync(candidate));
  return chromium.launch({ ...(path ? { executablePath: path } : {}), args: [...ARGUMENTS, ...args] });
}
