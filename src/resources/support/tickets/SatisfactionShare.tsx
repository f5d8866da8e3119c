import { Bar } from '../../../core/charts/Bar.tsx';
import { useT } from '../../../providers/i18n.ts';
import { useRead } from '../../../providers/use-call.ts';
import './tickets.css';

/** The answer of `GET /v0/tickets/satisfaction`: tickets closed in the last 90 days. */
type Shares = { good: number; fair: number; poor: number; asked: number };

/** The shares of satisfied askers, beside the title of the list. Nothing before the first rating. */
export function SatisfactionShare() {
  const t = useT();
  const { data } = useRead<Shares>('/v0/tickets/satisfaction', {
    queryKey: ['data', 'default', 'tickets', 'satisfaction'],
    background: true,
  });
  const n = data ? data.good + data.fair + data.poor : 0;
  if (!data || n === 0) return null;
  const share = (value: number): string => `${Math.round((100 * value) / n)} %`;
  return (
    <span className="k-satisfaction">
      <Bar
        of={n}
        parts={[
          { value: data.good, meaning: 'done' },
          { value: data.fair, meaning: 'wait' },
          { value: data.poor, meaning: 'stop' },
        ]}
      />
      <small>
        {t('tickets.rating.share', {
          good: share(data.good),
          fair: share(data.fair),
          poor: share(data.poor),
          n,
          asked: Math.max(n, data.asked),
        })}
      </small>
    </span>
  );
}
