import { Lines } from '../core/fields.ts';

/** Pieces of one size: dimensions in millimetres, weight of one piece in grams. */
export type Piece = { qty: number; length: number; width: number; height: number; weight: number; stackable: boolean };

const N = '(\\d{1,5}(?:[.,]\\d{1,2})?)';
const TIMES = '\\s*[x×*]\\s*';
const LINE = new RegExp(`^(\\d{1,4})${TIMES}${N}${TIMES}${N}${TIMES}${N}\\s*(?:cm)?\\s*[,;]?\\s*${N}\\s*kg\\s*[,;]?\\s*(.*)$`, 'iu');
const STACKABLE = /^(stackable|stapelbar|可堆叠)$/iu;
const number = (text: string): number => Number(text.replace(',', '.'));

function pieceOf(text: string): Piece | null {
  const found = LINE.exec(text.trim());
  if (!found) return null;
  const [, qty = '', length = '', width = '', height = '', weight = '', more = ''] = found;
  const piece = {
    qty: Number(qty),
    length: Math.round(number(length) * 10),
    width: Math.round(number(width) * 10),
    height: Math.round(number(height) * 10),
    weight: Math.round(number(weight) * 1000),
    stackable: STACKABLE.test(more.trim()),
  };
  const sound = Object.values(piece).every((value) => typeof value === 'boolean' || value > 0);
  return sound && (piece.stackable || more.trim() === '') && Math.max(piece.length, piece.width, piece.height) <= 20_000 ? piece : null;
}
const rowsOf = (text: string): string[] => text.split('\n').filter((row) => row.trim() !== '');

/** Reads freight as forwarders write it, one size a line: `2 × 120×80×145 cm, 350 kg, stackable`. The weight is that of one piece. */
export const readPieces = (text: string): Piece[] => rowsOf(text).flatMap((row) => pieceOf(row) ?? []);

/** One line of the form while it is typed: sizes in millimetres, weight of one piece in units of 10 g. Null: not typed yet. */
export type PieceLine = Record<'qty' | 'length' | 'width' | 'height' | 'weight', number | null> & { stackable: boolean };
const FIGURES = ['qty', 'length', 'width', 'height', 'weight'] as const;
const PART = '\\s*([\\d.,]*)\\s*';
const PARTS = new RegExp(`^${PART}[x×*]${PART}[x×*]${PART}[x×*]${PART}(?:cm)?\\s*[,;]?${PART}(?:kg)?\\s*[,;]?\\s*(.*)$`, 'iu');
const UNITS = { qty: 1, length: 10, width: 10, height: 10, weight: 100 } as const;

const isEmpty = (line: PieceLine): boolean => FIGURES.every((name) => line[name] === null);
const isComplete = (line: PieceLine): boolean => FIGURES.every((name) => (line[name] ?? 0) > 0);

/** Reads also lines that are not complete, as `writePieceLines` writes them. Text of another form is left out. */
export const readPieceLines = (text: string): PieceLine[] =>
  rowsOf(text).flatMap((row) => {
    const found = PARTS.exec(row);
    if (!found) return [];
    const figure = (name: keyof typeof UNITS, at: number): number | null =>
      found[at] ? Math.round(number(found[at]) * UNITS[name]) || null : null;
    const [qty, length, width, height, weight] = FIGURES.map((name, at) => figure(name, at + 1));
    const line = { qty: qty ?? null, length: length ?? null, width: width ?? null, height: height ?? null, weight: weight ?? null };
    return [{ ...line, stackable: STACKABLE.test((found[6] ?? '').trim()) }];
  });

/** Writes lines as `readPieces` reads them. Empty lines are left out; `complete` is false if a figure of another line is missing. */
export function writePieceLines(lines: readonly PieceLine[]): { text: string; complete: boolean } {
  const written = lines.filter((line) => !isEmpty(line));
  const figureText = (line: PieceLine, name: keyof typeof UNITS): string => (line[name] === null ? '' : String(line[name] / UNITS[name]));
  const text = written.map((line) => {
    const size = (['length', 'width', 'height'] as const).map((name) => figureText(line, name)).join('×');
    return `${figureText(line, 'qty')} × ${size} cm, ${figureText(line, 'weight')} kg${line.stackable ? ', stackable' : ''}`;
  });
  return { text: text.join('\n'), complete: written.every(isComplete) };
}

export const Pieces = Lines(4000)
  .min(1)
  .refine((text) => rowsOf(text).every((row) => pieceOf(row) !== null), 'pieces');

export const FREIGHT_MODES = ['road', 'air', 'sea', 'rail'] as const;
export type FreightMode = (typeof FREIGHT_MODES)[number];
/**
 * Cubic centimetres that count as one kilogram: air (IATA) 6000; road and rail 3000 (1 m³ = 333 kg); sea 1000 (weight or measurement, 1
 * m³ = 1 t).
 */
export const DIVISORS: Record<FreightMode, number> = { road: 3000, rail: 3000, air: 6000, sea: 1000 };
/** Inside width of a trailer, and maximum height of two stacked pieces, in millimetres. */
const TRAILER_WIDTH = 2400;
const TRAILER_HEIGHT = 2600;
/**
 * Minimum chargeable grams for one square millimetre of floor: 1,750 kg a loading metre, as customary among German forwarders. A fraction of
 * whole numbers, because floating point makes 3,850.000 000 000 5 kg of 2.2 m, which would be rounded up to 3,850.001 kg.
 */
const FLOOR_RATE = { grams: 35, squareMillimetres: 48 };

/** `weight`, `volumeWeight` and `chargeable` in grams; `volume` in cubic decimetres; `loadingMetres` in millimetres of trailer length. */
export type Measures = { pieces: number; weight: number; volume: number; volumeWeight: number; loadingMetres: number; chargeable: number };

/**
 * Calculates chargeable weight. Volume weight: length × width × height / divisor of the mode. Loading metres (road and rail):
 * length × width / 2.4 m for each floor place; two stackable pieces share a place if together they are at most 2.60 m high.
 * Chargeable is the maximum of weight, volume weight and, by road and rail, 1,750 kg a loading metre. Each sum is rounded up once.
 */
export function measure(pieces: readonly Piece[], mode: FreightMode): Measures {
  let [count, weight, cubic, floor] = [0, 0, 0, 0];
  for (const piece of pieces) {
    const high = piece.stackable && piece.height * 2 <= TRAILER_HEIGHT ? 2 : 1;
    count += piece.qty;
    weight += piece.qty * piece.weight;
    cubic += piece.qty * piece.length * piece.width * piece.height;
    floor += Math.ceil(piece.qty / high) * piece.length * piece.width;
  }
  const onTrailer = mode === 'road' || mode === 'rail';
  const loadingMetres = onTrailer ? Math.ceil(floor / TRAILER_WIDTH) : 0;
  // mm³ / 1000 = cm³; cm³ / divisor = kg; kg × 1000 = g.
  const volumeWeight = Math.ceil(cubic / DIVISORS[mode]);
  const byFloor = onTrailer ? Math.ceil((floor * FLOOR_RATE.grams) / FLOOR_RATE.squareMillimetres) : 0;
  return {
    pieces: count,
    weight,
    volume: Math.ceil(cubic / 1_000_000),
    volumeWeight,
    loadingMetres,
    chargeable: Math.max(weight, volumeWeight, byFloor),
  };
}
