import Button from 'antd/es/button';
import { useState } from 'react';
import { Link } from 'react-router';
import { API } from '#contract/core/envelope';
import { SETUP_STEPS } from '#contract/settings/setup';
import { useT } from '../../providers/i18n.ts';
import { newIntent } from '../../providers/new-id.ts';
import { useCall } from '../../providers/use-call.ts';
import { ProgressBar } from './ProgressBar.tsx';
import { doneCount, nextOpen, SETUP_PATH, stepPath, useSetup } from './use-setup.ts';
import './setup-line.css';

/** The line on Home about the guided set-up, until it is finished or dismissed. `keys` open the search, where it can be found later. */
export function SetupLine({ keys }: { keys: string }) {
  const t = useT();
  const call = useCall();
  const { setup, reload } = useSetup();
  const [busy, setBusy] = useState(false);
  if (!setup || setup.hidden) return null;
  const done = doneCount(setup);
  if (done === SETUP_STEPS.length) return null;
  const next = nextOpen(setup, null);
  const dismiss = (): void => {
    setBusy(true);
    call('PUT', `${API}/setup/hidden`, { body: { hidden: true }, intent: newIntent() })
      .then(reload, () => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <section className="k-setup-line" aria-label={t('home.setup.title')}>
      <ProgressBar done={done} all={SETUP_STEPS.length} />
      <span>{t('home.setup.progress', { done, all: SETUP_STEPS.length })}</span>
      <Link to={next && done > 0 ? stepPath(next) : SETUP_PATH}>{t(done > 0 ? 'home.setup.continue' : 'home.setup.start')}</Link>
      <Button type="text" size="small" loading={busy} title={t('home.setup.hint', { keys })} onClick={dismiss}>
        {t('home.setup.hide')}
      </Button>
    </section>
  );
}
