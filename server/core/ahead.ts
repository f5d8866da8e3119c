/**
 * The values of a source, each next one asked for while the caller works on the present one. For sources that wait for something else than
 * the caller does: another connection, a file.
 */
export async function* ahead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let coming = source.next();
  try {
    for (;;) {
      const { done, value } = await coming;
      if (done) return;
      coming = source.next();
      // A failure is thrown by the `await` above. Until then nobody listens, which would end the process.
      coming.catch(() => undefined);
      yield value;
    }
  } finally {
    // Where the caller stops early, nothing of the source runs any more after this.
    await coming.catch(() => undefined);
    await source.return(undefined);
  }
}
