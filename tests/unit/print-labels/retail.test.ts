import { describe, expect, it } from 'vitest';
import { Layout } from '#contract/printing/layout';
import { LABEL_LAYOUTS } from '#print/layouts/labels/labels';
import { render } from '#print/render';
import { loadPage } from '../../../server/modules/printing/fonts.ts';

describe('the digits of retail codes', () => {
  it.each([
    ['ean13', '4012345678901', ['4', '012345', '678901']],
    ['ean8', '73513537', ['7351', '3537']],
    ['upca', '036000291452', ['0', '36000', '29145', '2']],
  ])('%s stand between the guard bars', async (type, code, parts) => {
    const request = {
      document: 'codeLabel',
      layout: Layout.parse(LABEL_LAYOUTS.codeLabel),
      records: [{ type, code }],
      locales: ['en'],
      dpi: 203,
    } as const;
    const { pages } = await render(request, loadPage);
    const texts = pages[0]!.ops.filter((op) => op.op === 'text');
    expect(texts.map((op) => op.text)).toEqual(parts);
    expect(new Set(texts.map((op) => op.y)).size).toBe(1);
  });
});
