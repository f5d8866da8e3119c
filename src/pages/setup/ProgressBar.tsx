import './progress-bar.css';

/** How many of the steps are completed. The number stands beside it in words. */
export const ProgressBar = ({ done, all }: { done: number; all: number }) => (
  <span className="su-bar" aria-hidden>
    <span style={{ inlineSize: `${(100 * done) / all}%` }} />
  </span>
);
