import type { ReactNode } from 'react';

/** Title of a page with its actions at the right, as in a list. A saved PDF has a heading of its own. */
export const PageHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <header className="m-list-head" data-pdf="hidden">
    <h1>{title}</h1>
    <span className="m-spring" />
    {children}
  </header>
);
