import type { Meaning } from '#contract/core/status';
import './charts.css';

/** Without a meaning, later parts are worse: not due, up to 60 days, older. */
type Part = { key: string; label: string; value: number; text: string; meaning?: Meaning };

const byAge = (at: number): Meaning => (at === 0 ? 'work' : at < 3 ? 'wait' : 'stop');

/** Amounts by age as bars on one scale, with the figure beside each. Receivables and payables use their absolute value. */
export function AgeBars({ title, parts }: { title: string; parts: readonly Part[] }) {
  const most = Math.max(1, ...parts.map(({ value }) => Math.abs(value)));
  return (
    <figure className="f-ages">
      {title === '' ? null : <figcaption>{title}</figcaption>}
      {parts.map(({ key, label, value, text, meaning }, at) => (
        <div key={key}>
          <span>{label}</span>
          <span className="f-bar" aria-hidden="true">
            <i className={`f-part f-${meaning ?? byAge(at)}`} style={{ width: `${(100 * Math.abs(value)) / most}%` }} />
          </span>
          <span className="m-figures">{text}</span>
        </div>
      ))}
    </figure>
  );
}
