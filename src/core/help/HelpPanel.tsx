import Drawer from 'antd/es/drawer';
import type { KeyboardEvent } from 'react';
import { Icon } from '../../layout/icons.tsx';
import { useT } from '../../providers/i18n.ts';
import { GuideView } from './GuideView.tsx';
import { closeHelp, openHelp, useHelp } from './help.ts';

/** The help beside the work. It stays open while the reader works, and follows no screen. On a phone it is a drawer over the page. */
export function HelpPanel({ mobile }: { mobile: boolean }) {
  const t = useT();
  const topic = useHelp((state) => state.topic);
  if (mobile)
    return (
      <Drawer title={t('help.title')} open onClose={() => closeHelp()} width="min(420px, 100vw)">
        <GuideView topic={topic} onOpen={openHelp} />
      </Drawer>
    );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    closeHelp();
  };
  return (
    <aside className="g-panel" aria-label={t('help.title')} onKeyDown={onKeyDown}>
      <header>
        <b>{t('help.title')}</b>
        <button type="button" className="k-icon-button" aria-label={t('help.close')} title={t('help.close')} onClick={() => closeHelp()}>
          <Icon name="close" />
        </button>
      </header>
      <GuideView topic={topic} onOpen={openHelp} />
    </aside>
  );
}
