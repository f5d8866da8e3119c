import { SIDEBAR_WIDTH } from '#contract/core/limits';
import type { Meaning } from '#contract/core/status';
import type { Size } from './preferences.ts';

/** Every colour, size and font of the product. CSS reads them as variables (`--k-…`), antd as its tokens. */
export type Scheme = 'light' | 'dark';

type Pair = readonly [light: string, dark: string];

/** The theme colour of the specification: logo, selection, focus ring, active tab. */
const BRAND = '#1890ff';

/**
 * White on BRAND has a contrast of only 3.2. So filled buttons and links use a darker step of its hue (5.6 on white), and text on dark
 * backgrounds a lighter one.
 */
const COLORS = {
  brand: [BRAND, BRAND],
  fill: ['#0b67c2', '#0f6fd0'],
  'fill-hover': ['#0a5aab', '#0b62ba'],
  link: ['#0b63bb', '#6cb6ff'],
  bg: ['#f5f7fa', '#10151c'],
  surface: ['#ffffff', '#171d26'],
  raised: ['#ffffff', '#1e2631'],
  hover: ['#eef3f9', '#222c39'],
  selected: ['#e3f1ff', '#12304f'],
  line: ['#dfe5ec', '#2c3644'],
  'line-strong': ['#8593a3', '#6b7a8c'],
  text: ['#1c2632', '#e4eaf1'],
  muted: ['#566373', '#9cabbc'],
  mask: ['rgb(16 24 34 / 45%)', 'rgb(0 0 0 / 60%)'],
} as const satisfies Record<string, Pair>;

/** Text and background of the six meanings. They are always shown with an icon and a word. */
const MEANING_COLORS: Record<Meaning, { text: Pair; ground: Pair; line: Pair }> = {
  work: { text: ['#0b5cad', '#7cc0ff'], ground: ['#e6f3ff', '#10304f'], line: ['#9ccfff', '#245a8c'] },
  done: { text: ['#226b12', '#8fd98a'], ground: ['#eaf7e6', '#163019'], line: ['#a9d99c', '#2f6a37'] },
  wait: { text: ['#8a4b00', '#f2bd68'], ground: ['#fff3dd', '#3a2a0e'], line: ['#f1c67a', '#7a5a1d'] },
  stop: { text: ['#b3181f', '#ff9a97'], ground: ['#ffeceb', '#431a1b'], line: ['#f5aaa7', '#8a3535'] },
  closed: { text: ['#4b5766', '#aebac8'], ground: ['#eef1f5', '#262f3b'], line: ['#c5cdd7', '#445163'] },
  back: { text: ['#5f2dab', '#c9a6ff'], ground: ['#f3ecff', '#2d2047'], line: ['#cdb4f2', '#5a4488'] },
};

const FONT =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei', sans-serif";
/** Fonts in which 0 and O, 1 and l differ. */
const MONO = "'JetBrains Mono', 'Cascadia Mono', 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";

/** Row heights and control heights of the size preference; `large` is for touch. */
export const SIZE_TOKENS: Record<Size, { row: number; control: number; font: number }> = {
  small: { row: 30, control: 28, font: 13 },
  medium: { row: 36, control: 32, font: 14 },
  large: { row: 48, control: 48, font: 16 },
};

const pick = (pair: Pair, scheme: Scheme): string => pair[scheme === 'light' ? 0 : 1];

export function cssVariables(scheme: Scheme, size: Size): Record<`--k-${string}`, string> {
  const tokens = SIZE_TOKENS[size];
  const variables: Record<`--k-${string}`, string> = {
    '--k-font': FONT,
    '--k-mono': MONO,
    '--k-row': `${tokens.row}px`,
    '--k-control': `${tokens.control}px`,
    '--k-font-size': `${tokens.font}px`,
    '--k-sidebar': `${SIDEBAR_WIDTH}px`,
    '--k-radius': '4px',
    '--k-shadow': scheme === 'light' ? '0 6px 24px rgb(20 30 45 / 18%)' : '0 6px 24px rgb(0 0 0 / 55%)',
  };
  for (const [name, pair] of Object.entries(COLORS)) variables[`--k-${name}`] = pick(pair, scheme);
  for (const [name, pairs] of Object.entries(MEANING_COLORS)) {
    variables[`--k-${name}-text`] = pick(pairs.text, scheme);
    variables[`--k-${name}-ground`] = pick(pairs.ground, scheme);
    variables[`--k-${name}-line`] = pick(pairs.line, scheme);
  }
  return variables;
}

/** antd's tokens, derived from the same values. */
export function antdTokens(scheme: Scheme, size: Size) {
  const color = (name: keyof typeof COLORS): string => pick(COLORS[name], scheme);
  const meaning = (name: Meaning): string => pick(MEANING_COLORS[name].text, scheme);
  return {
    colorPrimary: color('fill'),
    colorInfo: color('fill'),
    colorLink: color('link'),
    colorLinkHover: color('link'),
    colorLinkActive: color('link'),
    colorSuccess: meaning('done'),
    colorWarning: meaning('wait'),
    colorError: meaning('stop'),
    colorBgLayout: color('bg'),
    colorBgContainer: color('surface'),
    colorBgElevated: color('raised'),
    colorBorder: color('line-strong'),
    colorBorderSecondary: color('line'),
    colorText: color('text'),
    colorTextSecondary: color('muted'),
    colorTextTertiary: color('muted'),
    colorTextDescription: color('muted'),
    colorTextPlaceholder: color('muted'),
    fontFamily: FONT,
    fontSize: SIZE_TOKENS[size].font,
    controlHeight: SIZE_TOKENS[size].control,
    borderRadius: 4,
    motionDurationFast: '0.08s',
    motionDurationMid: '0.12s',
    motionDurationSlow: '0.15s',
  };
}

/** antd derives hover colours of buttons itself; their text contrast is below 4.5. These tokens replace them. */
export function antdButton(scheme: Scheme) {
  const color = (name: keyof typeof COLORS): string => pick(COLORS[name], scheme);
  return {
    colorPrimaryHover: color('fill-hover'),
    defaultHoverColor: color('link'),
    defaultHoverBorderColor: color('link'),
    defaultActiveColor: color('link'),
    defaultActiveBorderColor: color('link'),
    // On dark backgrounds the red of a filled button is light, so its text is dark.
    dangerColor: scheme === 'light' ? '#ffffff' : color('bg'),
  };
}
