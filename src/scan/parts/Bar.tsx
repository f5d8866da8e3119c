import type { Command } from '#contract/core/barcode/kontor-codes';
import { Icon } from '../../layout/icons.tsx';
import { useT } from '../../providers/i18n.ts';
import './bar.css';

const ICONS: Record<Command, string> = {
  undo: 'rollback',
  short: 'warning',
  newParcel: 'inbox',
  weigh: 'dashboard',
  done: 'check',
  next: 'clock-circle',
};
/** Order of the buttons: the most used ones are under the right thumb. */
const ORDER: readonly Command[] = ['undo', 'short', 'next', 'newParcel', 'weigh', 'done'];

/** Commands that a small screen keeps on the bar. */
const NEAR: readonly Command[] = ['short', 'done'];

type Props = {
  commands: { command: Command; text: string }[];
  onCommand: (command: Command) => void;
  onType: () => void;
  onCamera: () => void;
  /** Opens the sheet with the commands that do not fit on a small screen. */
  onMore: () => void;
  /** Opens the sheet that notes work by hand. Null if nothing can be noted here. */
  onWork: (() => void) | null;
  /** Opens the field for an answer in digits or letters. Null if the question is not answered that way. */
  onAnswer: (() => void) | null;
};

/** The command bar at the bottom, with the main command in the right corner. */
export function Bar({ commands, onCommand, onType, onCamera, onMore, onWork, onAnswer }: Props) {
  const t = useT();
  const shown = commands.toSorted((a, b) => ORDER.indexOf(a.command) - ORDER.indexOf(b.command));
  return (
    <footer className="s-bar">
      <div>
        <button type="button" className="s-button" onClick={onType}>
          <Icon name="edit" /> <span>{t('scan.station.type')}</span>
        </button>
        <button type="button" className="s-button" onClick={onCamera}>
          <Icon name="qrcode" /> <span>{t('scan.station.camera')}</span>
        </button>
        {onWork && (
          <button type="button" className="s-button s-work-button" onClick={onWork}>
            <Icon name="tool" /> <span>{t('scan.work.button')}</span>
          </button>
        )}
      </div>
      <div>
        {shown.map(({ command, text }) => (
          <button
            key={command}
            type="button"
            className={`s-button${command === 'done' && onAnswer === null ? ' s-main' : ''}`}
            data-command={command}
            data-near={NEAR.includes(command) || shown.length === 1}
            onClick={() => onCommand(command)}
          >
            <Icon name={ICONS[command]} /> <span>{t(text)}</span>
          </button>
        ))}
        {onAnswer && (
          <button type="button" className="s-button s-main" onClick={onAnswer}>
            <Icon name="edit" /> <span>{t('scan.station.enter')}</span>
          </button>
        )}
        <button type="button" className="s-button s-more" onClick={onMore}>
          <span>{t('scan.station.more')}</span>
        </button>
      </div>
    </footer>
  );
}
