/** Runs `run` for each value, `width` of them at a time. @throws the first error; runs in progress are not awaited then */
export async function eachAtOnce<T>(all: Iterable<T>, run: (one: T) => Promise<unknown>, width = 8): Promise<void> {
  const waiting = [...all];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
