import Button from 'antd/es/button';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { API } from '#contract/core/envelope';
import { SETUP_STEPS, type Setup, type SetupStep } from '#contract/settings/setup';
import { Icon } from '../../layout/icons.tsx';
import { useTab } from '../../layout/tab.ts';
import { useT } from '../../providers/i18n.ts';
import { newIntent } from '../../providers/new-id.ts';
import { useCall } from '../../providers/use-call.ts';
import { ProgressBar } from './ProgressBar.tsx';
import { StateMark } from './StateMark.tsx';
import { useResultText } from './step-texts.ts';
import { doneCount, nextOpen, SETUP_PATH, stateOf, stepPath } from './use-setup.ts';

export type StepProps = { setup: Setup; reload: () => Promise<void> };

/** All steps beside the current one, with their results. */
function StepList({ setup, step }: { setup: Setup; step: SetupStep }) {
  const t = useT();
  const resultOf = useResultText();
  const done = doneCount(setup);
  return (
    <nav className="su-steps" aria-label={t('setup.steps')}>
      <Link to={SETUP_PATH} className="su-all">
        {t('setup.progress', { done, all: SETUP_STEPS.length })}
      </Link>
      <ProgressBar done={done} all={SETUP_STEPS.length} />
      <ol>
        {SETUP_STEPS.map((key, i) => (
          <li key={key} aria-current={key === step ? 'step' : undefined}>
            <StateMark state={stateOf(setup, key)} no={i + 1} />
            <span>
              <Link to={stepPath(key)}>{t(`setup.${key}.name`)}</Link>
              {stateOf(setup, key) === 'done' ? <small>{resultOf(setup, key)}</small> : null}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}

type Props = StepProps & {
  step: SetupStep;
  children: ReactNode;
  /** The one primary action of the step. Without it, “Continue” is the primary button. */
  action?: { label: string; run: () => void; busy?: boolean; disabled?: boolean };
  /** Something was typed that is not saved. */
  dirty?: boolean;
};

/** Goes to the next open step, or to the overview when none is open. */
export function useGoOn(): (setup: Setup, after: SetupStep) => void {
  const navigate = useNavigate();
  return (setup, after) => {
    const next = nextOpen(setup, after);
    void navigate(next === null ? SETUP_PATH : stepPath(next));
  };
}

/** The page of one step: its heading, its fields, and at the foot “Skip for now” or “Continue” beside its one action. */
export function StepFrame({ setup, reload, step, children, action, dirty = false }: Props) {
  const t = useT();
  const call = useCall();
  const goOn = useGoOn();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { setDirty } = useTab();
  const [skipping, setSkipping] = useState(false);
  const isDone = stateOf(setup, step) === 'done';
  const no = SETUP_STEPS.indexOf(step) + 1;
  useEffect(() => setDirty(dirty), [setDirty, dirty]);
  useEffect(() => () => setDirty(false), [setDirty]);
  // A reader that moves on by keyboard starts at the heading of the new step.
  useEffect(() => heading.current?.focus(), []);

  const skip = (): void => {
    setSkipping(true);
    call<Setup>('PUT', `${API}/setup/steps/${step}`, { body: { skipped: true }, intent: newIntent() })
      .then(async (next) => {
        await reload();
        goOn(next, step);
      })
      .catch(() => undefined)
      .finally(() => setSkipping(false));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (action && !action.disabled && !action.busy) action.run();
    else if (!action && isDone) goOn(setup, step);
  };
  const isActionFirst = action !== undefined && (!isDone || dirty);
  return (
    <div className="su-page">
      <StepList setup={setup} step={step} />
      <form className="su-step" aria-labelledby={headingId} noValidate onSubmit={submit}>
        <header>
          <p className="m-quiet">{t('setup.stepOf', { no, all: SETUP_STEPS.length })}</p>
          <h1 id={headingId} ref={heading} tabIndex={-1}>
            {t(`setup.${step}.title`)}
          </h1>
          <p>{t(`setup.${step}.lead`)}</p>
        </header>
        {children}
        <footer>
          {isDone ? (
            <Button type={isActionFirst ? 'default' : 'primary'} htmlType="button" onClick={() => goOn(setup, step)}>
              {t('setup.continue')}
            </Button>
          ) : (
            <Button htmlType="button" loading={skipping} onClick={skip}>
              {t('setup.skip')}
            </Button>
          )}
          {action ? (
            <Button
              type={isActionFirst ? 'primary' : 'default'}
              htmlType="submit"
              loading={action.busy === true}
              disabled={action.disabled === true}
            >
              {action.label}
            </Button>
          ) : null}
          {isDone && !dirty ? (
            <span className="su-ready">
              <Icon name="check-circle" /> {t('setup.stepDone')}
            </span>
          ) : null}
        </footer>
      </form>
    </div>
  );
}
