import { describe, expect, it } from 'vitest';
import { readUserAgent } from '../../src/core/sessions/user-agent.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
describe('a session names its browser and device', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`, 'Chrome 131', 'Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'Edge 131', 'Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox 132', 'Linux'],
    [
      'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari 17',
      'iPad',
    ],
    [`Mozilla/5.0 (Linux; Android 14; SM-X205) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36`, 'Chrome 130', 'Android tablet'],
    [`Mozilla/5.0 (Linux; Android 14; TC22) ${WEBKIT} Chrome/130.0.0.0 Mobile Safari/537.36`, 'Chrome 130', 'Android phone'],
    ['curl/8.5.0', '', ''],
  ])('%s', (userAgent, browser, device) => {
    expect(readUserAgent(userAgent)).toEqual({ browser, device });
  });
});
