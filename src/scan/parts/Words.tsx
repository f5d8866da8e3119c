/** Longest word, in letters, that fits on one line of a narrow screen. */
const SHORT = 20;

/** A sentence whose numbers and codes are not broken: O-10002 is not split at its hyphen. */
export function Words({ text }: { text: string }) {
  return text.split(/(\s+)/).map((word, i) =>
    word.includes('-') && word.length <= SHORT ? (
      // oxlint-disable-next-line react/no-array-index-key -- a sentence has no other order than its own
      <span key={i} className="s-word">
        {word}
      </span>
    ) : (
      word
    ),
  );
}
