import { type ReactNode, useState } from 'react';
import type { view } from '#contract/scanning/station/station-view';
import { fileAddress } from '../../core/mask/kinds/file.tsx';
import { useT } from '../../providers/i18n.ts';
import { useFeedbackText } from '../controller/feedback-text.ts';
import { ReturnOption, useSenders } from './ReturnOption.tsx';
import { Words } from './Words.tsx';
import './next-step.css';

type View = ReturnType<typeof view>;

function Picture({ image }: { image: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  const address = fileAddress(image);
  if (address === null || broken === address) return <span className="s-picture" />;
  return <img className="s-picture" src={address} alt="" onError={() => setBroken(address)} />;
}

function Progress({ done, of }: { done: number; of: number }) {
  const t = useT();
  const text = t('scan.station.progress', { done, of });
  return (
    <div className="s-progress">
      <progress value={Math.min(done, of)} max={Math.max(1, of)} aria-label={text} />
      <b>{text}</b>
    </div>
  );
}

type Props = { shown: View; onAnswer: (code: string) => void /** Shown while nothing is open. */; idle: ReactNode };

/** The next step, with the goods it concerns and the choices of an open question. */
export function NextStep({ shown: { prompt, item, headline, progress, multiplier, amount }, onAnswer, idle }: Props) {
  const t = useT();
  const say = useFeedbackText();
  const { place, qty } = prompt.params;
  const senders = useSenders(prompt.options);
  return (
    <section className="s-next" aria-label={t('scan.station.next')}>
      <h2>{headline ? say(headline) : t('scan.station.next')}</h2>
      <p className="s-prompt" data-ask={prompt.ask} aria-live="polite">
        <Words text={say(prompt)} />
      </p>
      {place !== undefined && place !== '' && prompt.options.length === 0 && (
        <code className="s-where" aria-hidden="true">
          {place}
        </code>
      )}
      {prompt.options.length > 0 ? (
        <ul className="s-options">
          {prompt.options.map(({ code, value, label, text, about }) => (
            <li key={value}>
              <button type="button" className="s-button" onClick={() => onAnswer(code)}>
                <kbd>{code}</kbd>
                {about ? (
                  <ReturnOption text={text} about={about} sender={senders[value] ?? ''} />
                ) : (
                  <span>{label === null ? text : t(label, { text })}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        idle || (
          <div className="s-goods">
            <Picture image={item?.image ?? null} />
            <div>
              <code>{item?.sku}</code>
              <span>{item?.name}</span>
            </div>
            {/* The sentence says it too; on a phone it is read from an arm’s length. */}
            {place !== undefined && qty !== undefined && !amount && (
              <b className="s-pieces" aria-hidden="true">
                {qty}
              </b>
            )}
            {amount ? (
              <output className="s-many" data-typed={amount.shown !== null}>
                {amount.shown ?? '?'}
                {amount.of !== null && <small>/{amount.of}</small>}
              </output>
            ) : (
              multiplier > 1 && (
                <output className="s-many" aria-label={t('scan.station.many', { count: multiplier })}>
                  ×{multiplier}
                </output>
              )
            )}
          </div>
        )
      )}
      {progress && <Progress {...progress} />}
    </section>
  );
}
