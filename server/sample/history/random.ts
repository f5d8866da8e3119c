/** Random numbers that are the same for the same seed, so that a history can be made again and tested. */
export type Random = {
  /** A number from 0 up to, but not including, 1. */
  next: () => number;
  /** A whole number between both ends, which are included. */
  int: (from: number, to: number) => number;
  chance: (probability: number) => boolean;
  /** One of a list. @throws Error if the list is empty */
  pick: <T>(list: readonly T[]) => T;
  /** One of a list, more often the higher its weight. @throws Error if the list is empty */
  weighted: <T>(list: readonly T[], weight: (one: T) => number) => T;
  /** A version 7 UUID of an instant in milliseconds. UUIDs of later instants sort after those of earlier ones. */
  uuid: (at: number) => string;
};

/** All numbers of four hexadecimal digits. */
const HEX = Array.from({ length: 0x1_00_00 }, (_, value) => value.toString(16).padStart(4, '0'));

/** FNV-1a: a seed from a text, such as a day. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** The generator Mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const word = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const next = (): number => word() / 2 ** 32;
  const weighted = <T>(list: readonly T[], weight: (one: T) => number): T => {
    let left = 0;
    for (const one of list) left += weight(one);
    left *= next();
    for (const one of list) {
      left -= weight(one);
      if (left < 0) return one;
    }
    const last = list.at(-1);
    if (last === undefined) throw new Error('nothing to choose from');
    return last;
  };
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => {
      const found = list[Math.floor(next() * list.length)];
      if (found === undefined) throw new Error('nothing to choose from');
      return found;
    },
    weighted,
    uuid: (at) => {
      const [a, b, c] = [word(), word(), word()];
      const middle = `7${HEX[a & 0xfff]?.slice(1)}-${HEX[0x8000 | ((a >>> 12) & 0x3fff)]}`;
      return `${HEX[Math.floor(at / 2 ** 32)]}${HEX[(at >>> 16) & 0xffff]}-${HEX[at & 0xffff]}-${middle}-${HEX[b >>> 16]}${HEX[b & 0xffff]}${HEX[c & 0xffff]}`;
    },
  };
}
