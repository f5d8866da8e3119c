/** Reed-Solomon over GF(256). DataMatrix and QR differ in the field polynomial and in the first root of the generator. */
export type Field = (data: readonly number[], checks: number) => number[];

/**
 * @param polynomial of the field, degree 8, including its highest bit
 * @param first exponent of the generator's first root
 * @returns a function that computes the check words of `data`, in the order of transmission
 */
export function field(polynomial: number, first: number): Field {
  const exp = new Uint8Array(512);
  const log = new Uint8Array(256);
  for (let i = 0, x = 1; i < 255; i++) {
    exp[i] = x;
    exp[i + 255] = x;
    log[x] = i;
    x = x << 1 > 255 ? (x << 1) ^ polynomial : x << 1;
  }
  const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : (exp[(log[a] ?? 0) + (log[b] ?? 0)] ?? 0));
  /** Logarithms of the generator's coefficients below the highest, cached by degree. */
  const generators = new Map<number, number[]>();
  const generator = (degree: number): number[] => {
    let made = generators.get(degree);
    if (!made) {
      let product = [1];
      for (let i = 0; i < degree; i++) {
        const root = exp[i + first] ?? 0;
        product = [...product, 0].map((c, k) => c ^ times(product[k - 1] ?? 0, root));
      }
      made = product.slice(1).map((c) => log[c] ?? 0);
      generators.set(degree, made);
    }
    return made;
  };
  return (data, checks) => {
    const divisor = generator(checks);
    const rest = new Uint8Array(checks);
    for (const word of data) {
      const lead = word ^ (rest[0] ?? 0);
      rest.copyWithin(0, 1);
      rest[checks - 1] = 0;
      if (lead === 0) continue;
      const power = log[lead] ?? 0;
      // No coefficient of these generators is zero, so each has a logarithm.
      for (let i = 0; i < checks; i++) rest[i] = (rest[i] ?? 0) ^ (exp[power + (divisor[i] ?? 0)] ?? 0);
    }
    return Array.from(rest);
  };
}
