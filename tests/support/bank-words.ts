/** Words and random numbers of the labelled movements. */

/** A repeatable sequence of numbers (mulberry32). */
export function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const FIRST = [
  'Nord',
  'Süd',
  'Alpen',
  'Hanse',
  'Rhein',
  'Elbe',
  'Berg',
  'Stadt',
  'Land',
  'Meer',
  'Wald',
  'Sonnen',
  'Stern',
  'Gold',
  'Silber',
  'Blau',
];
export const SECOND = [
  'licht',
  'holz',
  'textil',
  'technik',
  'möbel',
  'optik',
  'garten',
  'werk',
  'druck',
  'spiel',
  'sport',
  'wein',
  'tee',
  'rad',
];
export const FORMS = ['GmbH', 'GmbH & Co. KG', 'AG', 'e.K.', 'Ltd', 'UG (haftungsbeschränkt)'];

/** The creditor reference of a number (ISO 11649). */
export const rf = (no: string): string => {
  const body = no.replace(/[^A-Z0-9]/g, '');
  const spelt = Array.from(`${body}RF00`, (sign) => String(Number.parseInt(sign, 36))).join('');
  return `RF${String(98n - (BigInt(spelt) % 97n)).padStart(2, '0')}${body}`;
};
