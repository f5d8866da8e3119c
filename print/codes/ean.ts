/** Widths of a digit in number set A, a space first; C is the same with a bar first, B is A backwards (General Specifications, figure 5.2.1.2-1). */
const WIDTHS: readonly string[] = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'];
/** Which of the left six digits come from set B: so the first digit of an EAN-13 is told without bars of its own. */
const FIRST: readonly string[] = ['AAAAAA', 'AABABB', 'AABBAB', 'AABBBA', 'ABAABB', 'ABBAAB', 'ABBBAA', 'ABABAB', 'ABABBA', 'ABBABA'];

const digit = (value: string, set: string | undefined): number[] => {
  const widths = Array.from(WIDTHS[Number(value)] ?? '', Number);
  return set === 'B' ? widths.toReversed() : widths;
};
const half = (digits: string, sets: string): number[] => Array.from(digits).flatMap((value, i) => digit(value, sets[i]));
const framed = (left: number[], right: number[]): number[] => [1, 1, 1, ...left, 1, 1, 1, 1, 1, ...right, 1, 1, 1];

/** Widths in modules, a bar first, of thirteen digits; the check digit is taken as it is. */
export const ean13 = (digits: string): number[] =>
  framed(half(digits.slice(1, 7), FIRST[Number(digits[0])] ?? ''), half(digits.slice(7), 'AAAAAA'));

export const ean8 = (digits: string): number[] => framed(half(digits.slice(0, 4), 'AAAA'), half(digits.slice(4), 'AAAA'));

/** Indexes in the widths of the guard bars, which reach into the text: at both ends and in the middle. */
export const GUARDS = {
  ean13: [0, 2, 28, 30, 56, 58],
  ean8: [0, 2, 20, 22, 40, 42],
  /** The bars of the first and the last digit are as long as the guards (General Specifications, 5.2.3). */
  upca: [0, 2, 4, 6, 28, 30, 52, 54, 56, 58],
} as const;
