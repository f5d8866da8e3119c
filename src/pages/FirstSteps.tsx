import Button from 'antd/es/button';
import { Link } from 'react-router';
import { Icon } from '../layout/icons.tsx';
import { useT } from '../providers/i18n.ts';
import { noteTaxRates, setSetupHidden, useSetup, useSetupHidden } from './setup.ts';
import './first-steps.css';

/** The first steps of a new installation: what is done, and links to the rest. */
export function FirstSteps({ keys }: { keys: string }) {
  const t = useT();
  const steps = useSetup();
  const hidden = useSetupHidden((state) => state.hidden);
  if (steps === null || hidden) return null;
  const done = steps.filter((step) => step.done).length;
  return (
    <section className="k-steps" aria-labelledby="home-setup">
      <header>
        <h2 id="home-setup">{t('home.setup.title')}</h2>
        <span>{done === steps.length ? t('home.setup.allDone') : t('home.setup.progress', { done, all: steps.length })}</span>
        <Button size="small" title={t('home.setup.hint', { keys })} onClick={() => setSetupHidden(true)}>
          {t('home.setup.hide')}
        </Button>
      </header>
      <ol>
        {steps.map(({ key, done: isDone, path }) => {
          const title = t(`home.setup.steps.${key}.title`);
          return (
            <li key={key} data-done={isDone}>
              <Icon name={isDone ? 'check-circle' : 'clock-circle'} />
              <span className="k-hidden">{t(isDone ? 'home.setup.done' : 'home.setup.todo')}</span>
              <div>
                {path === null ? (
                  <b>{title}</b>
                ) : (
                  <Link to={path} onClick={key === 'taxRates' && !isDone ? noteTaxRates : undefined}>
                    {title}
                  </Link>
                )}
                {isDone ? null : <p>{t(`home.setup.steps.${key}.text`)}</p>}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
