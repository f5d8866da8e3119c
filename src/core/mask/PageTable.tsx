import type { ReactNode } from 'react';
import './record/read/tables.css';

/** `end`: figures, which stand at the end of their column. A column of buttons has no label. */
export type TableColumn = { label: string; end?: boolean; className?: string };

const classes = (...names: readonly (string | false | undefined)[]): string | undefined => names.filter(Boolean).join(' ') || undefined;

export function TableHead({ columns }: { columns: readonly TableColumn[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ label, end, className }, at) => {
          // By place: while texts are loading, several labels are empty.
          const key = `${at}`;
          return label === '' ? (
            <td key={key} className={className} />
          ) : (
            <th key={key} scope="col" className={classes(end && 'm-end', className)}>
              {label}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

type Props = {
  /** What the table shows. */
  label: string;
  /** Whether the label is written above the rows. */
  hasCaption?: boolean;
  /** None: the rows explain themselves. */
  columns?: readonly TableColumn[];
  /** The rows. */
  children: ReactNode;
  foot?: ReactNode;
  /** What is said below the rows, such as how many are not shown. */
  note?: ReactNode;
  /** Whether rows are cards on a phone; their cells then need a `data-label`. */
  hasCards?: boolean;
  /** Class of the frame. */
  className?: string;
};

/** A small table of a page. Its frame scrolls, so the keyboard has to reach it, and screen readers say its label there. */
export function PageTable({ label, hasCaption = false, columns, children, foot, note, hasCards = false, className }: Props) {
  return (
    <div className={classes('m-table-scroll', className)} tabIndex={0} role="region" aria-label={label}>
      <table className={classes('m-table', hasCards && 'r-cards')}>
        {hasCaption ? <caption>{label}</caption> : null}
        {columns ? <TableHead columns={columns} /> : null}
        <tbody>{children}</tbody>
        {foot ? <tfoot>{foot}</tfoot> : null}
      </table>
      {note}
    </div>
  );
}
