import type { Meaning } from '#contract/core/status';
import './charts.css';

/** `lead` is a further step of `work`, closer to done. */
type Part = { value: number; meaning: Meaning | 'lead' };

/** Parts of a whole as one bar. Decorative: the figures are given as text beside it. */
export function Bar({ parts, of }: { parts: readonly Part[]; of: number }) {
  const whole = Math.max(of, 1);
  return (
    <span className="f-bar" aria-hidden="true">
      {parts.map(({ value, meaning }) =>
        value > 0 ? (
          <i key={meaning} className={`f-part f-${meaning}`} style={{ width: `${Math.min(100, (100 * value) / whole)}%` }} />
        ) : null,
      )}
    </span>
  );
}
