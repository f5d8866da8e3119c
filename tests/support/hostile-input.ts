/** Texts that have broken servers: encodings, injections, paths, numbers. */
export const NASTY = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '%00',
  '%',
  "' or 1=1 --",
  '"; drop table users; --',
  '${7*7}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '1e400',
  '-1',
  '9'.repeat(400),
  'NaN',
  'null',
  '[]',
  '{}',
  '=1+1',
  '\r\nX-Evil: 1',
  '𝔘𝔫𝔦',
  'a'.repeat(5000),
];

export type Random = () => number;
export const pick = <T>(random: Random, list: readonly T[]): T => {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
};

/** Up to `most` random bytes as one character each. */
export const garbage = (random: Random, most: number): string =>
  Array.from({ length: Math.floor(random() * most) }, () => String.fromCharCode(Math.floor(random() * 256))).join('');

/** A value of JSON, nested at random; one in fifty is nested deeply. */
export function hostileValue(random: Random, depth = 0): unknown {
  if (depth === 0 && random() < 0.02) return Array.from({ length: 20 + Math.floor(random() * 200) }).reduce<unknown>((inner) => [inner], 1);
  const kind = random();
  if (depth > 3 || kind < 0.45) return pick(random, NASTY);
  if (kind < 0.6) return pick(random, [0, -1, 1.5, 1e21, Number.MAX_SAFE_INTEGER, true, false, null]);
  if (kind < 0.8) return Array.from({ length: Math.floor(random() * 4) }, () => hostileValue(random, depth + 1));
  const keys = ['id', 'name', 'version', '__proto__', 'constructor', 'toString', 'ids', 'fields', 'value', pick(random, NASTY)];
  return Object.fromEntries(Array.from({ length: Math.floor(random() * 5) }, () => [pick(random, keys), hostileValue(random, depth + 1)]));
}
