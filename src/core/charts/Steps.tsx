import './charts.css';

/** `at` is the time it happened, formatted for the user. Null means the step is still to come. */
type Step = { key: string; title: string; at: string | null; note?: string; stop?: boolean };

/** Steps of a process from left to right, below 700 pixels one under the other. Done, due and late differ by shape and text. */
export const Steps = ({ steps, label }: { steps: readonly Step[]; label: string }) => (
  <ol className="f-steps" aria-label={label}>
    {steps.map(({ key, title, at, note, stop }) => (
      <li key={key} data-done={at !== null || undefined} data-stop={stop || undefined}>
        <b>{title}</b>
        {at === null ? null : <span>{at}</span>}
        {note ? <small>{note}</small> : null}
      </li>
    ))}
  </ol>
);
