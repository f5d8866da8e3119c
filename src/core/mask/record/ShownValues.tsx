import type { ReactNode } from 'react';
import './shown-values.css';

/** What a dialog says before its button is pressed: values with their labels, one a line. */
export const ShownValues = ({ values }: { values: readonly { label: string; value: ReactNode }[] }) => (
  <dl className="m-shows">
    {values.map(({ label, value }, at) => (
      // By place: while texts are loading, several labels are empty.
      // oxlint-disable-next-line react/no-array-index-key
      <div key={at}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
