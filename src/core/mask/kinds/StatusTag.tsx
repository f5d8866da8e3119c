import type { ReactNode } from 'react';
import type { Meaning } from '#contract/core/status';
import './values.css';

/** One mark per meaning, distinguishable without colour: half a pie, check, clock, octagon, struck circle, return arrow. */
const SHAPES: Record<Meaning, string> = {
  work: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2m0 2v8a4 4 0 0 0 0-8',
  done: 'M6.2 12.6 1.9 8.3l1.6-1.6 2.7 2.7 6.3-6.3 1.6 1.6z',
  wait: 'M8 1.2a6.8 6.8 0 1 0 0 13.6A6.8 6.8 0 0 0 8 1.2M7.1 4h1.8v3.6l2.6 1.7-1 1.5L7.1 8.6z',
  stop: 'M5 1h6l4 4v6l-4 4H5l-4-4V5zm2 3v5h2V4zm0 6.5v1.8h2v-1.8z',
  closed: 'M8 1.2a6.8 6.8 0 1 0 0 13.6A6.8 6.8 0 0 0 8 1.2M4.4 7h7.2v2H4.4z',
  back: 'M6.5 2.5v3H10a4 4 0 0 1 0 8H4v-2h6a2 2 0 0 0 0-4H6.5v3L1.5 6.5z',
};

export const StatusTag = ({ meaning, children }: { meaning: Meaning; children: ReactNode }) => (
  <span className={`m-tag m-tag-${meaning}`}>
    <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
      <path d={SHAPES[meaning]} fill="currentColor" fillRule="evenodd" />
    </svg>
    <span>{children}</span>
  </span>
);
