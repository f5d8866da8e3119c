import type { z } from 'zod';
import { type GenerateCompartments, MAX_GENERATED, type PlaceRange } from './compartments.ts';

/** Compartments by pattern: how many there are, their codes, and why a pattern is refused. Used by the form and by the server. */
export type PlacePattern = Pick<z.input<typeof GenerateCompartments>, 'pattern' | 'aisle' | 'rack' | 'level' | 'slot'>;
type Place = { code: string; aisle: string; rack: string; level: string; slot: string; pickOrder: number };
export type PatternFault = { path: string; rule: 'range' | 'tooManyPlaces' | 'notUnique' | 'codePattern' };

const PARTS = ['aisle', 'rack', 'level', 'slot'] as const;
const isNumber = (text: string): boolean => /^\d+$/.test(text);
const MAX_CODE = 40;

const isRange = ({ from, to }: PlaceRange): boolean => {
  if (!/^(\d{1,4}|[A-Z])$/.test(from) || !/^(\d{1,4}|[A-Z])$/.test(to) || isNumber(from) !== isNumber(to)) return false;
  return isNumber(from) ? Number(from) <= Number(to) : from <= to;
};

const sizeOf = ({ from, to }: PlaceRange): number =>
  (isNumber(from) ? Number(to) - Number(from) : to.charCodeAt(0) - from.charCodeAt(0)) + 1;

/** Expands a range: '01'..'12' keeps leading zeros, 'A'..'D' counts letters. */
function expand(range: PlaceRange): string[] {
  const { from } = range;
  return Array.from({ length: sizeOf(range) }, (_, i) =>
    isNumber(from) ? String(Number(from) + i).padStart(from.length, '0') : String.fromCharCode(from.charCodeAt(0) + i),
  );
}

export const usualPattern = ({ slot }: Pick<PlacePattern, 'slot'>): string =>
  slot ? '{aisle}-{rack}-{level}-{slot}' : '{aisle}-{rack}-{level}';

const partsOf = (input: PlacePattern) => PARTS.flatMap((name) => (input[name] ? [{ name, range: input[name] }] : []));

/** The number of compartments, without creating their codes. */
export const countPlaces = (input: PlacePattern): number => partsOf(input).reduce((product, { range }) => product * sizeOf(range), 1);

const fill = (pattern: string, parts: Partial<Record<string, string>>): string =>
  pattern.replace(/\{(\w+)\}/g, (braces, name: string) => parts[name] ?? braces);

/** Why no compartments can be created by this pattern, with the field that is wrong; empty if they can. */
export function patternFaults(input: PlacePattern): PatternFault[] {
  const parts = partsOf(input);
  const ranges = parts.filter(({ range }) => !isRange(range)).map(({ name }): PatternFault => ({ path: name, rule: 'range' }));
  if (ranges.length > 0) return ranges;
  if (countPlaces(input) > MAX_GENERATED) return [{ path: 'rack', rule: 'tooManyPlaces' }];
  const { last } = endsOf(input);
  if (!/^[A-Za-z0-9./-]+$/.test(last) || last.length > MAX_CODE) return [{ path: 'pattern', rule: 'codePattern' }];
  const codes = placesOf(input).map(({ code }) => code);
  return new Set(codes).size < codes.length ? [{ path: 'pattern', rule: 'notUnique' }] : [];
}

/** The codes at both ends of a pattern without faults: of the lowest and of the highest parts. */
export function endsOf(input: PlacePattern): { first: string; last: string } {
  const pattern = input.pattern ?? usualPattern(input);
  const code = (side: 'from' | 'to'): string =>
    fill(pattern, Object.fromEntries(partsOf(input).map(({ name, range }) => [name, range[side]])));
  return { first: code('from'), last: code('to') };
}

/** All compartments of a pattern without faults, in walking order: aisle by aisle, every second aisle in reverse. */
export function placesOf(input: PlacePattern): Place[] {
  const pattern = input.pattern ?? usualPattern(input);
  const racks = expand(input.rack);
  const slots = input.slot ? expand(input.slot) : [''];
  return expand(input.aisle).flatMap((aisle, a) => {
    const way = a % 2 === 0 ? racks : racks.toReversed();
    return way
      .flatMap((rack) => expand(input.level).flatMap((level) => slots.map((slot) => ({ aisle, rack, level, slot }))))
      .map((parts, i, all) => ({ ...parts, code: fill(pattern, parts), pickOrder: a * all.length + i + 1 }));
  });
}
