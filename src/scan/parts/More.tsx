import type { Command } from '#contract/core/barcode/kontor-codes';
import type { view } from '#contract/scanning/station/station-view';
import { Icon } from '../../layout/icons.tsx';
import { useT } from '../../providers/i18n.ts';
import { LastScans, Lines } from './Lines.tsx';
import { Sheet } from './Sheet.tsx';

type Props = {
  shown: ReturnType<typeof view>;
  undoable: string | null;
  onCommand: (command: Command) => void;
  onOpen: (sheet: 'type' | 'pending' | 'menu') => void;
  onCamera: () => void;
  onClose: () => void;
};

/** On a small screen: everything that is not needed for the next scan. */
export function More({ shown, undoable, onCommand, onOpen, onCamera, onClose }: Props) {
  const t = useT();
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Sheet title={t('scan.station.more')} onClose={onClose} side>
      <div className="s-choices">
        {shown.commands.map(({ command, text }) => (
          <button key={command} type="button" className="s-button" onClick={then(() => onCommand(command))}>
            {t(text)}
          </button>
        ))}
        <button type="button" className="s-button" onClick={() => onOpen('type')}>
          <Icon name="edit" /> {t('scan.station.type')}
        </button>
        <button type="button" className="s-button" onClick={then(onCamera)}>
          <Icon name="qrcode" /> {t('scan.station.camera')}
        </button>
        <button type="button" className="s-button" onClick={() => onOpen('pending')}>
          <Icon name="warning" /> {t('scan.pending.title')}
        </button>
        <button type="button" className="s-button" onClick={() => onOpen('menu')}>
          <Icon name="unordered-list" /> {t('scan.station.menu')}
        </button>
      </div>
      <div className="s-side-part">
        {!shown.idle && <Lines lines={shown.lines} />}
        <LastScans last={shown.last} undoable={undoable} onUndo={then(() => onCommand('undo'))} />
      </div>
    </Sheet>
  );
}
