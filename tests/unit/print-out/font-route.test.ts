import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { pageOf } from '#print/font/glyph';
import { LAST_PAGE, PAGE_VERSION, readPage } from '#print/font/page';
import { registerErrors } from '../../../server/core/http/errors.ts';
import { fontRoutes } from '../../../server/modules/printing/fonts.ts';

const app = Fastify();
registerErrors(app, { databaseFolder: null, onDenied: async () => undefined });
fontRoutes(app);

describe('GET /fonts/:face/:page', () => {
  it('gives a page to a browser, which may keep it for a year when it asked for this version', async () => {
    const answer = await app.inject(`/fonts/bold/${pageOf(0x8d27)}?v=${PAGE_VERSION}`);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(readPage(answer.rawPayload).get(0x8d27)?.advance).toBe(1000);
  });

  it.each(['', '?v=0', '?v=next'])('is kept for minutes only when asked for with "%s"', async (query) => {
    expect((await app.inject(`/fonts/regular/0${query}`)).headers['cache-control']).toBe('public, max-age=300');
  });

  it('gives an empty page where no font has anything, up to the end of Unicode', async () => {
    const answer = await app.inject(`/fonts/regular/${LAST_PAGE}?v=1`);
    expect([answer.statusCode, readPage(answer.rawPayload).size]).toEqual([200, 0]);
  });

  it.each([`regular/${LAST_PAGE + 1}`, 'italic/0', 'regular/-1', 'regular/x', 'regular/1.5', 'regular/%2e%2e', '__proto__/0'])(
    'knows no %s',
    async (path) => {
      expect((await app.inject(`/fonts/${path}`)).statusCode).toBe(404);
    },
  );
});
