/** Simple drawings of the sample's goods as SVG, 256 x 256. Each shape takes two colours: of the thing and of its label or lid. */

type Shape = (main: string, second: string) => string;

const SHAPES: Readonly<Record<string, Shape>> = {
  tin: (a, b) =>
    `<rect x="76" y="72" width="104" height="132" rx="12" fill="${a}"/><rect x="70" y="56" width="116" height="28" rx="10" fill="${b}"/><rect x="92" y="112" width="72" height="56" rx="6" fill="#fff" opacity=".9"/><path d="M128 152c-16-8-18-24-10-32 14 4 20 18 10 32z" fill="${a}"/>`,
  bag: (a, b) =>
    `<path d="M84 68h88l12 136a8 8 0 0 1-8 8H80a8 8 0 0 1-8-8z" fill="${a}"/><path d="M84 68h88l4 24H80z" fill="${b}"/><circle cx="128" cy="148" r="34" fill="#fff" opacity=".9"/><path d="M128 174c-18-12-20-34-8-46 18 6 24 28 8 46z" fill="${a}"/>`,
  jar: (a, b) =>
    `<rect x="76" y="84" width="104" height="120" rx="20" fill="${a}"/><rect x="84" y="56" width="88" height="30" rx="6" fill="${b}"/><rect x="76" y="122" width="104" height="48" fill="#fff" opacity=".9"/><circle cx="128" cy="146" r="14" fill="${b}"/>`,
  can: (a, b) =>
    `<ellipse cx="128" cy="172" rx="84" ry="34" fill="${b}"/><rect x="44" y="108" width="168" height="64" fill="${a}"/><ellipse cx="128" cy="108" rx="84" ry="34" fill="#dfe5ea"/><path d="M92 108c20-20 48-20 64 0-16 20-44 20-64 0zm64 0 20-14v28z" fill="${a}"/>`,
  bottle: (a, b) =>
    `<path d="M112 48h32v40c0 16 20 20 20 44v68a12 12 0 0 1-12 12h-48a12 12 0 0 1-12-12v-68c0-24 20-28 20-44z" fill="${a}"/><rect x="108" y="38" width="40" height="20" rx="5" fill="${b}"/><rect x="92" y="142" width="72" height="44" fill="#fff" opacity=".9"/>`,
  pot: (a, b) =>
    `<path d="M68 112h112c0 60-20 84-56 84s-56-24-56-84z" fill="${a}"/><path d="M180 124c30-4 34 44-10 48" fill="none" stroke="${a}" stroke-width="12"/><path d="M70 132 38 104" stroke="${a}" stroke-width="16" stroke-linecap="round"/><path d="M78 112c0-20 92-20 92 0z" fill="${b}"/><circle cx="124" cy="88" r="9" fill="${b}"/>`,
  cup: (a, b) =>
    `<path d="M60 100h104c0 56-16 80-52 80s-52-24-52-80z" fill="${a}"/><path d="M164 112c34-4 34 44-8 44" fill="none" stroke="${a}" stroke-width="12"/><ellipse cx="112" cy="100" rx="52" ry="14" fill="${b}"/><ellipse cx="112" cy="196" rx="76" ry="12" fill="${a}" opacity=".5"/>`,
  lamp: (a, b) =>
    `<path d="M84 60h88l28 72H56z" fill="${a}"/><rect x="122" y="132" width="12" height="56" fill="${b}"/><rect x="84" y="186" width="88" height="18" rx="9" fill="${b}"/>`,
  floorLamp: (a, b) =>
    `<path d="M96 40h64l20 52H76z" fill="${a}"/><rect x="123" y="92" width="10" height="112" fill="${b}"/><path d="M128 196 92 216M128 196l36 20" stroke="${b}" stroke-width="10" stroke-linecap="round"/>`,
  bulb: (a, b) =>
    `<circle cx="128" cy="108" r="56" fill="${a}"/><rect x="106" y="154" width="44" height="44" rx="8" fill="${b}"/><path d="M112 108l16 20 16-20" fill="none" stroke="#fff" stroke-width="7"/>`,
  string: (a, b) =>
    `<path d="M32 80c40 80 72-20 104 50s60 10 88 40" fill="none" stroke="${b}" stroke-width="6"/><circle cx="62" cy="122" r="14" fill="${a}"/><circle cx="112" cy="108" r="14" fill="${a}"/><circle cx="150" cy="152" r="14" fill="${a}"/><circle cx="200" cy="164" r="14" fill="${a}"/>`,
  moon: (a, b) =>
    `<circle cx="124" cy="116" r="68" fill="${a}"/><circle cx="150" cy="96" r="54" fill="${b}" opacity=".5"/><rect x="92" y="186" width="64" height="16" rx="8" fill="${b}"/>`,
  vase: (a, b) =>
    `<path d="M104 52h48c0 36 36 52 36 92 0 36-24 60-60 60s-60-24-60-60c0-40 36-56 36-92z" fill="${a}"/><path d="M74 132h108" stroke="${b}" stroke-width="8" opacity=".6"/><rect x="98" y="46" width="60" height="14" rx="7" fill="${b}"/>`,
  bowl: (a, b) =>
    `<path d="M40 112h176c0 56-40 84-88 84s-88-28-88-84z" fill="${a}"/><ellipse cx="128" cy="112" rx="88" ry="22" fill="${b}"/>`,
  plate: (a, b) =>
    `<ellipse cx="128" cy="168" rx="92" ry="26" fill="${b}"/><ellipse cx="128" cy="146" rx="92" ry="26" fill="${a}"/><ellipse cx="128" cy="124" rx="92" ry="26" fill="${b}"/><ellipse cx="128" cy="106" rx="92" ry="26" fill="${a}"/><ellipse cx="128" cy="104" rx="54" ry="14" fill="#fff" opacity=".5"/>`,
  candle: (a, b) =>
    `<rect x="112" y="84" width="32" height="92" fill="${b}"/><rect x="84" y="172" width="88" height="24" rx="10" fill="${a}"/><path d="M128 84c-16-20-6-34 0-46 8 12 16 26 0 46z" fill="#f2a93b"/>`,
  frame: (a, b) =>
    `<rect x="64" y="44" width="128" height="168" fill="${a}"/><rect x="82" y="62" width="92" height="132" fill="#fff"/><path d="M82 194l36-56 22 30 14-16 20 42z" fill="${b}"/><circle cx="150" cy="94" r="12" fill="#f2c86b"/>`,
  mirror: (a, b) =>
    `<circle cx="128" cy="124" r="84" fill="${a}"/><circle cx="128" cy="124" r="68" fill="${b}"/><path d="M92 140l52-56M108 164l64-68" stroke="#fff" stroke-width="8" opacity=".7"/>`,
  box: (a, b) =>
    `<path d="M48 96l80-36 80 36v84l-80 36-80-36z" fill="${a}"/><path d="M48 96l80 36 80-36-80-36z" fill="${b}"/><path d="M128 132v84" stroke="#fff" stroke-width="4" opacity=".6"/>`,
  sieve: (a, b) =>
    `<path d="M56 96h112c0 48-24 72-56 72s-56-24-56-72z" fill="${a}"/><path d="M72 112h80M80 130h64M92 148h40" stroke="#fff" stroke-width="5" opacity=".8"/><rect x="164" y="88" width="60" height="16" rx="8" fill="${b}"/>`,
};

const GREEN = '#4c7a4a';
const BRASS = '#b98d3e';
const GREY = '#7a8694';
const CELADON = '#8fb8a4';

/** Shape and colours by the start of the SKU; the first match counts. */
const BY_SKU: readonly [string, string, string, string][] = [
  ['TEE-EARL', 'tin', '#2f4f6f', BRASS],
  ['TEE-ASSAM', 'tin', '#7a3b2a', BRASS],
  ['TEE-DARJ', 'tin', '#a5762f', '#5d4520'],
  ['TEE-SENCHA', 'tin', GREEN, '#2f5130'],
  ['TEE-KANNE', 'pot', '#c3d4de', GREY],
  ['TEE-FILTER', 'box', '#e5dfd2', '#f3efe6'],
  ['TEE-SIEB', 'sieve', GREY, '#4b5766'],
  ['TEE-TASSE', 'cup', '#dfe7ee', '#8a5a34'],
  ['TEE-STOV', 'candle', '#3a424c', '#5b6776'],
  ['TEE-DOSE', 'tin', '#b3382f', '#7d231d'],
  ['TEE-SPICE', 'bag', '#8c4a2f', '#5b2d1b'],
  ['TEE-CHAI', 'bag', '#b06a2b', '#7d4617'],
  ['TEE-ROOI', 'bag', '#a8452d', '#75301f'],
  ['TEE', 'bag', '#345d7e', '#223f57'],
  ['KANDIS', 'bag', '#9a6a3a', '#6d4822'],
  ['FISCH', 'can', '#31688e', '#234b67'],
  ['SET', 'box', '#3d6a94', '#5f8bb3'],
  ['LAMP-FLOOR', 'floorLamp', '#e8d9bd', '#9a6f3f'],
  ['LAMP-RATTAN', 'lamp', '#c99d5c', '#7c5a2c'],
  ['LAMP-BULB', 'bulb', '#f4cf68', GREY],
  ['LAMP-STRING', 'string', '#f4cf68', '#4b5766'],
  ['LAMP-NIGHT', 'moon', '#f0e2b6', '#c7b778'],
  ['LAMP-DESK-B', 'lamp', '#39424d', '#22282f'],
  ['LAMP-CLIP-B', 'lamp', '#39424d', '#22282f'],
  ['LAMP', 'lamp', '#e6ebf0', GREY],
  ['VASE', 'vase', CELADON, '#5f8a75'],
  ['BOWL', 'bowl', CELADON, '#b5d1c3'],
  ['PLATE', 'plate', '#cfc6b8', '#b5a997'],
  ['CANDLE', 'candle', BRASS, '#efe6d2'],
  ['FRAME', 'frame', '#b08a55', '#7fa3b8'],
  ['MIRROR', 'mirror', BRASS, '#cfe0ea'],
  ['HONIG', 'jar', '#e0a12e', '#8a5a14'],
  ['MARM', 'jar', '#e07b2e', '#9a3f1a'],
  ['MUESLI', 'bag', '#caa66a', '#8a6a35'],
  ['KERNOEL', 'bottle', '#2f4a2b', '#1d2f1b'],
  ['KRAUT', 'bag', '#5d8a4e', '#3d5f33'],
];

/** The drawing of an item on a pale ground. Goods that are not listed are a box. */
export function drawingOf(sku: string): string {
  const [, shape, main, second] = BY_SKU.find(([start]) => sku.startsWith(start)) ?? ['', 'box', '#b99a6b', '#d2b88d'];
  const drawn = SHAPES[shape]?.(main, second) ?? '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#eef1f5"/>${drawn}</svg>`;
}
