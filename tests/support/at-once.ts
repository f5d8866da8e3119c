/** Does this for each of them, eight at a time as a house full of browsers does. Ends at the first that throws. */
export async function eachAtOnce<T>(all: Iterable<T>, run: (one: T) => Promise<unknown>, width = 8): Promise<void> {
  const waiting = [...all];
  const hand = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: width }, hand));
}
