import { useMaskT } from '../../../core/mask/field-context.ts';

/** The sides and lengths of messages while they load: a question, the answer, and a word of thanks. */
const MESSAGES = [
  { side: 'merchant', lines: ['88%', '64%'] },
  { side: 'house', lines: ['92%', '78%', '40%'] },
  { side: 'merchant', lines: ['56%'] },
] as const;

export function ThreadSkeleton() {
  const t = useMaskT();
  return (
    <div className="f-page m-skeleton" role="status" aria-label={t('loading')}>
      <ol className="k-thread k-thread-loading" aria-hidden>
        {MESSAGES.map(({ side, lines }, at) => (
          <li key={at} data-side={side}>
            {lines.map((width) => (
              <span key={width} className="m-bone" style={{ width }} />
            ))}
          </li>
        ))}
      </ol>
    </div>
  );
}
