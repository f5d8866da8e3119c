import theme from 'antd/es/theme';
import { expect, it } from 'vitest';
import { antdButton, antdTokens, cssVariables } from '../../src/layout/theme.ts';

/** Relative luminance, and the contrast of two colours, as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(text: string, ground: string): number {
  const [light = 1, dark = 1] = [luminance(text), luminance(ground)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

it.each(['light', 'dark'] as const)('buttons and links can be read under the pointer too, in the %s theme', (scheme) => {
  const algorithm = scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm;
  const token = theme.getDesignToken({ algorithm, token: antdTokens(scheme, 'medium') });
  const button = antdButton(scheme, 'medium');
  const grounds = [token.colorBgContainer, token.colorBgElevated];
  const pairs: [text: string, ground: string][] = [
    ...grounds.flatMap((ground): [string, string][] =>
      [button.defaultHoverColor, button.defaultActiveColor, token.colorLinkHover, token.colorErrorHover].map((text) => [text, ground]),
    ),
    ['#ffffff', token.colorPrimary],
    ['#ffffff', button.colorPrimaryHover],
    [button.dangerColor, token.colorError],
    [button.dangerColor, token.colorErrorHover],
  ];
  for (const [text, ground] of pairs) expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
});

const MEANINGS = ['work', 'done', 'wait', 'stop', 'closed', 'back'] as const;

it.each(['light', 'dark'] as const)('texts can be read on every ground, and fields and focus can be seen, in the %s theme', (scheme) => {
  const variables = cssVariables(scheme, 'medium');
  const color = (name: string): string => variables[`--k-${name}`] ?? `no colour ${name}`;
  const grounds = ['bg', 'surface', 'raised', 'sub', 'hover', 'selected'];
  const pairs: [text: string, ground: string, least: number][] = [
    ...grounds.flatMap((ground) => ['text', 'muted', 'link'].map((text): [string, string, number] => [text, ground, 4.5])),
    ...MEANINGS.flatMap((meaning): [string, string, number][] => [
      [`${meaning}-text`, `${meaning}-ground`, 4.5],
      [`${meaning}-text`, 'surface', 4.5],
    ]),
    ['inverse-text', 'inverse', 4.5],
    ...['line-strong', 'brand', 'faint'].map((mark): [string, string, number] => [mark, 'surface', 3]),
  ];
  for (const [text, ground, least] of pairs)
    expect(contrast(color(text), color(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(least);
});
