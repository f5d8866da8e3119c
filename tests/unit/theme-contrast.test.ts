import theme from 'antd/es/theme';
import { expect, it } from 'vitest';
import { antdButton, antdTokens } from '../../src/layout/theme.ts';

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
  const button = antdButton(scheme);
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
