import { SIDEBAR_WIDTH } from '#contract/core/limits';
import type { Meaning } from '#contract/core/status';
import type { Size } from './preferences.ts';

/** Every colour, size and font of the product. CSS reads them as variables (`--k-…`), antd as its tokens. */
export type Scheme = 'light' | 'dark';

type Pair = readonly [light: string, dark: string];

/** The theme colour of the specification: logo, selection bar, focus ring. */
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
  /** Ground of menu, top bar and tabs. */
  bg: ['#f3f5f8', '#0c1015'],
  /** The sheet that holds the work, and fields on it. */
  surface: ['#ffffff', '#141a22'],
  raised: ['#ffffff', '#1c2430'],
  /** Column heads of lists, feet of dialogs, read-only fields. */
  sub: ['#f8f9fb', '#181f28'],
  hover: ['#f1f4f8', '#1d2631'],
  selected: ['#e8f3ff', '#12304f'],
  line: ['#e4e8ed', '#27303c'],
  /** Borders of buttons and tabs. Decoration only: too pale to show where a field is. */
  'line-button': ['#cfd6de', '#384453'],
  /** Borders of fields and check boxes, with a contrast above 3. */
  'line-strong': ['#818c9a', '#6f7e90'],
  text: ['#18212c', '#e6ebf1'],
  muted: ['#5b6776', '#9caaba'],
  /** Icons only. As text its contrast is too low. */
  faint: ['#7a8694', '#8593a3'],
  /** Toasts: the reverse of the sheet. */
  inverse: ['#1b2430', '#e6ebf1'],
  'inverse-text': ['#f2f5f8', '#141a22'],
  mask: ['rgb(16 24 34 / 40%)', 'rgb(0 0 0 / 60%)'],
} as const satisfies Record<string, Pair>;

/** Text and background of the six meanings. They are always shown with an icon and a word. */
const MEANING_COLORS: Record<Meaning, { text: Pair; ground: Pair; line: Pair }> = {
  work: { text: ['#0b5cad', '#7cc0ff'], ground: ['#e8f3ff', '#10304f'], line: ['#9ccfff', '#245a8c'] },
  done: { text: ['#226b12', '#8fd98a'], ground: ['#eaf6e6', '#163019'], line: ['#a9d99c', '#2f6a37'] },
  wait: { text: ['#8a4b00', '#f2bd68'], ground: ['#fff4e0', '#33270f'], line: ['#f0d3a0', '#5a4620'] },
  stop: { text: ['#b3181f', '#ff9a97'], ground: ['#ffeeed', '#431a1b'], line: ['#f5aaa7', '#8a3535'] },
  closed: { text: ['#4b5766', '#aebac8'], ground: ['#eef1f5', '#262f3b'], line: ['#c5cdd7', '#445163'] },
  back: { text: ['#5f2dab', '#c9a6ff'], ground: ['#f3ecff', '#2d2047'], line: ['#cdb4f2', '#5a4488'] },
};

/**
 * Inter on every system, and the system's font for Chinese. `Inter Fallback` is a font of the system in the widths of Inter, so that nothing
 * moves when Inter arrives (fonts.css).
 */
const FONT =
  "'Inter Variable', 'Inter Fallback', 'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
/** Fonts in which 0 and O, 1 and l differ. */
const MONO = "'JetBrains Mono', 'Cascadia Mono', 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";

/**
 * Row heights, control heights and font sizes in pixels of the size preference; `large` is for touch. Small and medium differ only in heights
 * and in the text of tables.
 */
export const SIZE_TOKENS: Record<Size, { row: number; control: number; font: number; table: number; head: number }> = {
  small: { row: 30, control: 28, font: 14, table: 12, head: 12 },
  medium: { row: 36, control: 32, font: 14, table: 13, head: 12 },
  large: { row: 48, control: 48, font: 16, table: 16, head: 14 },
};

/** Corners in pixels: check box and key cap; field, button, tab and menu entry; card, sheet and toast; dialog. */
const RADIUS = { small: 4, control: 6, card: 8, dialog: 12 };

/** Shadows of buttons, of menus and toasts, and of dialogs. Cards, sheet and tables have none. */
const SHADOWS = {
  'shadow-button': ['0 1px 2px rgb(20 30 45 / 6%)', 'none'],
  shadow: ['0 4px 16px rgb(20 30 45 / 12%), 0 0 0 1px rgb(20 30 45 / 6%)', '0 4px 16px rgb(0 0 0 / 50%), 0 0 0 1px #384453'],
  'shadow-dialog': ['0 16px 48px rgb(20 30 45 / 22%), 0 0 0 1px rgb(20 30 45 / 6%)', '0 16px 48px rgb(0 0 0 / 60%), 0 0 0 1px #384453'],
} as const satisfies Record<string, Pair>;

const pick = (pair: Pair, scheme: Scheme): string => pair[scheme === 'light' ? 0 : 1];

export function cssVariables(scheme: Scheme, size: Size): Record<`--k-${string}`, string> {
  const tokens = SIZE_TOKENS[size];
  const variables: Record<`--k-${string}`, string> = {
    '--k-font': FONT,
    '--k-mono': MONO,
    '--k-row': `${tokens.row}px`,
    '--k-control': `${tokens.control}px`,
    '--k-font-size': `${tokens.font}px`,
    '--k-table-size': `${tokens.table}px`,
    '--k-head-size': `${tokens.head}px`,
    '--k-sidebar': `${SIDEBAR_WIDTH}px`,
    '--k-radius-small': `${RADIUS.small}px`,
    '--k-radius': `${RADIUS.control}px`,
    '--k-radius-card': `${RADIUS.card}px`,
  };
  for (const [name, pair] of Object.entries({ ...COLORS, ...SHADOWS })) variables[`--k-${name}`] = pick(pair, scheme);
  for (const [name, pairs] of Object.entries(MEANING_COLORS)) {
    variables[`--k-${name}-text`] = pick(pairs.text, scheme);
    variables[`--k-${name}-ground`] = pick(pairs.ground, scheme);
    variables[`--k-${name}-line`] = pick(pairs.line, scheme);
  }
  return variables;
}

const colorOf =
  (scheme: Scheme) =>
  (name: keyof typeof COLORS): string =>
    pick(COLORS[name], scheme);

/** antd's tokens, derived from the same values. */
export function antdTokens(scheme: Scheme, size: Size) {
  const color = colorOf(scheme);
  const meaning = (name: Meaning): string => pick(MEANING_COLORS[name].text, scheme);
  const { font, control } = SIZE_TOKENS[size];
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
    colorBgMask: color('mask'),
    colorBorder: color('line-strong'),
    colorBorderSecondary: color('line'),
    colorText: color('text'),
    colorTextSecondary: color('muted'),
    colorTextTertiary: color('muted'),
    colorTextDescription: color('muted'),
    colorTextPlaceholder: color('muted'),
    controlItemBgHover: color('hover'),
    controlItemBgActive: color('selected'),
    controlOutline: 'rgba(24, 144, 255, 0.28)',
    controlOutlineWidth: 3,
    fontFamily: FONT,
    fontSize: font,
    controlHeight: control,
    controlHeightSM: size === 'large' ? control : 26,
    controlHeightLG: 48,
    borderRadius: RADIUS.control,
    borderRadiusSM: RADIUS.small,
    borderRadiusLG: RADIUS.card,
    boxShadow: pick(SHADOWS['shadow-dialog'], scheme),
    boxShadowSecondary: pick(SHADOWS.shadow, scheme),
    motionDurationFast: '0.08s',
    motionDurationMid: '0.12s',
    motionDurationSlow: '0.15s',
  };
}

/** antd derives hover colours of buttons itself; their text contrast is below 4.5. These tokens replace them. */
export function antdButton(scheme: Scheme, size: Size) {
  const color = colorOf(scheme);
  return {
    colorPrimaryHover: color('fill-hover'),
    defaultBorderColor: color('line-button'),
    defaultShadow: pick(SHADOWS['shadow-button'], scheme),
    primaryShadow: 'none',
    dangerShadow: 'none',
    fontWeight: 500,
    contentFontSize: size === 'large' ? SIZE_TOKENS.large.font : 13,
    contentFontSizeSM: size === 'large' ? SIZE_TOKENS.large.font : 12,
    paddingInline: 12,
    paddingInlineSM: 8,
    defaultHoverColor: color('link'),
    defaultHoverBorderColor: color('link'),
    defaultActiveColor: color('link'),
    defaultActiveBorderColor: color('link'),
    // On dark backgrounds the red of a filled button is light, so its text is dark.
    dangerColor: scheme === 'light' ? '#ffffff' : color('bg'),
  };
}

/** Tokens of single antd components. */
export function antdComponents(scheme: Scheme, size: Size) {
  const color = colorOf(scheme);
  const onInverse = (name: Meaning): string => pick(MEANING_COLORS[name].text, scheme === 'light' ? 'dark' : 'light');
  return {
    Button: antdButton(scheme, size),
    Modal: { borderRadiusLG: RADIUS.dialog },
    // A record beside its list has the ground that it has on a page.
    Drawer: { colorBgElevated: color('surface') },
    // Toasts are dark in the light scheme and light in the dark one, so their marks have the colours of the other scheme.
    Message: {
      contentBg: color('inverse'),
      colorText: color('inverse-text'),
      colorInfo: onInverse('work'),
      colorSuccess: onInverse('done'),
      colorWarning: onInverse('wait'),
      colorError: onInverse('stop'),
    },
  };
}
