import type { ReactNode } from 'react';
import type { Meaning } from '#contract/core/status';
import './values.css';

/** One icon per meaning, distinguishable without colour. */
const SHAPES: Record<Meaning, string> = {
  work: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2m0 2v8a4 4 0 0 0 0-8',
  done: 'M6.2 12.6 1.9 8.3l1.6-1.6 2.7 2.7 6.3-6.3 1.6 1.6z',
  wait: 'M3 1h10v2.5L9.6 8 13 12.5V15H3v-2.5L6.4 8 3 3.5z',
  stop: 'M5 1h6l4 4v6l-4 4H5l-4-4V5zm2 3v5h2V4zm0 6.5v1.8h2v-1.8z',
  closed: 'M3 3h10v10H3z',
  back: 'M6.5 2.5v3H10a4 4 0 0 1 0 8H4v-2h6a2 2 0 0 0 0-4H6.5v3L1.5 6.5z',
};

export const StatusTag = ({ meaning, children }: { meaning: Meaning; children: ReactNode }) => (
  <span className={`m-tag m-tag-${meaning}`}>
    <svg viewBox="0 0 16 16" width="10" height="10" aria-hidden="true">
      <path d={SHAPES[meaning]} fill="currentColor" />
    </svg>
    <span>{children}</span>
  </span>
);
