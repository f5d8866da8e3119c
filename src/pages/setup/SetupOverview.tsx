import Button from 'antd/es/button';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { API } from '#contract/core/envelope';
import { SETUP_STEPS, type SetupStep } from '#contract/settings/setup';
import { Icon } from '../../layout/icons.tsx';
import { useT } from '../../providers/i18n.ts';
import { newIntent } from '../../providers/new-id.ts';
import { useCall } from '../../providers/use-call.ts';
import { ProgressBar } from './ProgressBar.tsx';
import { StateMark } from './StateMark.tsx';
import type { StepProps } from './StepFrame.tsx';
import { MINUTES, useResultText } from './step-texts.ts';
import { doneCount, nextOpen, stateOf, stepPath } from './use-setup.ts';

/** Whether the server and the computers around it are ready, beside the steps. */
function Ready({ setup }: Pick<StepProps, 'setup'>) {
  const t = useT();
  const checks = [
    ['mail', setup.mail],
    ['backup', setup.backup],
    ['printer', setup.facts.printers.length > 0],
    ['carrier', setup.facts.carriers.length > 0],
  ] as const;
  return (
    <section className="su-card">
      <h2>{t('setup.ready.title')}</h2>
      <ul className="su-checks">
        {checks.map(([key, isReady]) => (
          <li key={key} data-ready={isReady}>
            <Icon name={isReady ? 'check-circle' : 'clock-circle'} />
            <span>
              {t(`setup.ready.${key}.${isReady ? 'yes' : 'no'}`)}
              {!isReady && (key === 'mail' || key === 'backup') ? <small>{t(`setup.ready.${key}.how`)}</small> : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type LineProps = StepProps & { step: SetupStep; no: number; isNext: boolean };

function StepLine({ setup, step, no, isNext }: LineProps) {
  const t = useT();
  const navigate = useNavigate();
  const resultOf = useResultText();
  const state = stateOf(setup, step);
  const result = state === 'open' ? '' : resultOf(setup, step);
  const name = t(`setup.${step}.name`);
  const verb = t(state === 'done' ? 'setup.change' : 'setup.begin');
  return (
    <li data-next={isNext} data-state={state}>
      <StateMark state={state} no={no} />
      <div>
        <b>{name}</b>
        <p>{state === 'skipped' ? t('setup.skippedHint') : result || t(`setup.${step}.short`)}</p>
      </div>
      {state === 'done' ? null : <span className="m-quiet su-minutes">{t('setup.minutes', { count: MINUTES[step] })}</span>}
      <Button
        type={isNext ? 'primary' : state === 'done' ? 'text' : 'default'}
        aria-label={`${verb}: ${name}`}
        onClick={() => void navigate(stepPath(step))}
      >
        {verb}
      </Button>
    </li>
  );
}

/** The steps with their results. When none is open it says what is ready and what is not, and leads to Home. */
export function SetupOverview({ setup, reload }: StepProps) {
  const t = useT();
  const call = useCall();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // After the last step: the page starts at its heading, for readers and for the screen.
  useEffect(() => heading.current?.focus(), []);
  const done = doneCount(setup);
  const next = nextOpen(setup, null);
  const left = SETUP_STEPS.filter((step) => stateOf(setup, step) !== 'done');
  const minutes = left.reduce((sum, step) => sum + MINUTES[step], 0);
  const isFinished = next === null;
  const setHidden = (hidden: boolean): void => {
    setBusy(true);
    call('PUT', `${API}/setup/hidden`, { body: { hidden }, intent: newIntent() })
      .then(reload, () => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <div className="su-overview">
      <header className="su-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {t(isFinished ? (left.length === 0 ? 'setup.allDone' : 'setup.finished') : 'setup.title')}
          </h1>
          <p>{t(isFinished ? (left.length === 0 ? 'setup.allDoneLead' : 'setup.finishedLead') : 'setup.lead')}</p>
        </div>
        <div className="su-progress">
          <p>
            <b>{t('setup.progress', { done, all: SETUP_STEPS.length })}</b>
            {minutes > 0 ? <span>{t('setup.minutesLeft', { count: minutes })}</span> : null}
          </p>
          <ProgressBar done={done} all={SETUP_STEPS.length} />
        </div>
      </header>
      <div className="su-columns">
        <section className="su-card su-list" aria-label={t('setup.steps')}>
          <ol>
            {SETUP_STEPS.map((step, i) => (
              <StepLine key={step} setup={setup} reload={reload} step={step} no={i + 1} isNext={step === next} />
            ))}
          </ol>
        </section>
        <div className="su-side">
          <Ready setup={setup} />
          <section className="su-card">
            <h2>{t('setup.home.title')}</h2>
            <p>{t(setup.hidden ? 'setup.home.hidden' : 'setup.home.shown')}</p>
            <div className="su-buttons">
              <Button type={isFinished ? 'primary' : 'default'} onClick={() => void navigate('/home')}>
                {t('setup.home.open')}
              </Button>
              {left.length > 0 ? (
                <Button type="text" loading={busy} onClick={() => setHidden(!setup.hidden)}>
                  {t(setup.hidden ? 'setup.home.show' : 'setup.home.hide')}
                </Button>
              ) : null}
            </div>
          </section>
        </div>
      </div>
    </div>
  );
}
