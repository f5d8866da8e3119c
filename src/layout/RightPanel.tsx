import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { useT } from '../providers/i18n.ts';
import { LanguageChoice, ModeChoice, SizeChoice } from './Choices.tsx';
import { toggleFullscreen } from './popup.ts';
import { SessionWarning } from './SessionWarning.tsx';

export function RightPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <Drawer title={t('shell.settings')} open={open} onClose={onClose} width={300} destroyOnHidden>
      <SessionWarning />
      <LanguageChoice />
      <SizeChoice />
      <ModeChoice />
      <Button block onClick={() => void toggleFullscreen()}>
        {t('shell.fullscreen')}
      </Button>
    </Drawer>
  );
}
