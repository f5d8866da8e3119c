/**
 * BT-130: the codes of units that people type on lines (UN/ECE Recommendation 20; X and a code of Recommendation 21 for packages). Units that
 * are not listed are C62, "one".
 */
const CODES: Record<string, readonly string[]> = {
  H87: ['piece', 'pieces', 'pc', 'pcs', 'stück', 'stueck', 'stk', 'stk.', 'st', '件', '个', '只'],
  KGM: ['kg', 'kilogram', 'kilogramm', '公斤', '千克'],
  GRM: ['g', 'gram', 'gramm', '克'],
  TNE: ['t', 'ton', 'tonne', '吨'],
  MTQ: ['m³', 'm3', 'cbm', '立方米'],
  MTK: ['m²', 'm2', 'qm', 'sqm', '平方米'],
  MTR: ['m', 'metre', 'meter', 'ldm', '米'],
  KMT: ['km', '公里'],
  LTR: ['l', 'litre', 'liter', '升'],
  MIN: ['min', 'minute', 'minuten', '分钟'],
  HUR: ['h', 'hour', 'hours', 'std', 'std.', 'stunde', 'stunden', '小时'],
  DAY: ['day', 'days', 'tag', 'tage', '天'],
  WEE: ['week', 'weeks', 'woche', 'wochen', '周'],
  MON: ['month', 'months', 'monat', 'monate', '月'],
  ANN: ['year', 'years', 'jahr', 'jahre', '年'],
  XPX: ['pallet', 'pallets', 'palette', 'paletten', '托盘'],
  XPK: ['parcel', 'parcels', 'package', 'paket', 'pakete', '包裹'],
  XCT: ['carton', 'cartons', 'karton', 'kartons', 'box', '箱', '纸箱'],
};
/** The codes that units of lines have, besides C62. */
export const UNIT_CODES = Object.keys(CODES);
const BY_UNIT = new Map(Object.entries(CODES).flatMap(([code, units]) => units.map((unit) => [unit, code] as const)));

export const unitCodeOf = (unit: string): string => BY_UNIT.get(unit.trim().toLowerCase()) ?? 'C62';
