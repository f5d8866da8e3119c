import type { Command } from '#contract/core/barcode/kontor-codes';
import type { Profile } from '#contract/scanning/commands';
import type { Reply } from '#contract/scanning/station/profile-rules';
import type { StationState } from '#contract/scanning/station/state';
import type { view } from '#contract/scanning/station/station-view';
import { useT } from '../../providers/i18n.ts';
import type { Capture } from '../capture/use-capture.ts';
import type { Station } from '../controller/chosen-station.ts';
import { useConnectionLoss } from '../controller/connection-loss.ts';
import { useFeedbackText } from '../controller/feedback-text.ts';
import { signsFor } from '../controller/number-input.ts';
import type { VoiceSettings } from '../voice/settings.ts';
import { Pad, TypedCode } from './Entry.tsx';
import { useLink } from './Header.tsx';
import { type Held, Holdings } from './Holdings.tsx';
import { Menu } from './Menu.tsx';
import { More } from './More.tsx';
import { PendingScans } from './PendingScans.tsx';
import { Settings } from './Settings.tsx';
import { WorkSheet } from './WorkSheet.tsx';

/** Loaded with the sheets, because a station works without it. */
export { WaitingHere } from './Waiting.tsx';

export type SheetName = 'menu' | 'settings' | 'pending' | 'holdings' | 'type' | 'answer' | 'more' | 'work';
type Props = {
  open: SheetName;
  /** The key that opened the answer field. */
  first: string;
  profile: Profile;
  station: Station;
  voice: VoiceSettings;
  onVoice: (voice: VoiceSettings) => void;
  capture: Capture;
  work: Held | null;
  state: StationState | null;
  onRecord: (reply: Reply, code: string) => void;
  shown: ReturnType<typeof view> | null;
  undoable: string | null;
  onAnswer: (code: string) => void;
  onCommand: (command: Command) => void;
  onCamera: () => void;
  onOpen: (open: SheetName) => void;
  onClose: () => void;
};

/** Sheets that are opened rarely, loaded separately from the work. */
export function Sheets({ open, shown, onAnswer, onClose, onOpen, ...rest }: Props) {
  const t = useT();
  const say = useFeedbackText();
  const link = useLink();
  const since = useConnectionLoss(({ at }) => at);
  const ask = shown?.prompt.ask;
  const signs = ask ? signsFor(ask) : null;
  switch (open) {
    case 'menu':
      return <Menu profile={rest.profile} station={rest.station} onSettings={() => onOpen('settings')} onClose={onClose} />;
    case 'settings':
      return <Settings voice={rest.voice} onVoice={rest.onVoice} capture={rest.capture} onClose={onClose} />;
    case 'pending':
      return <PendingScans onClose={onClose} />;
    case 'holdings':
      return <Holdings work={rest.work} link={link} since={since} voice={rest.voice} onClose={onClose} />;
    case 'work':
      return rest.state && <WorkSheet state={rest.state} onRecord={rest.onRecord} onClose={onClose} />;
    case 'type':
      return <TypedCode title={t('scan.station.typeTitle')} onEnter={onAnswer} onClose={onClose} />;
    case 'more':
      return (
        shown && (
          <More
            shown={shown}
            undoable={rest.undoable}
            onCommand={rest.onCommand}
            onOpen={onOpen}
            onCamera={rest.onCamera}
            onClose={onClose}
          />
        )
      );
    case 'answer':
      if (!shown || !ask) return null;
      return signs ? (
        <Pad title={say(shown.prompt)} signs={signs} ask={ask} first={rest.first} onEnter={onAnswer} onClose={onClose} />
      ) : (
        <TypedCode title={say(shown.prompt)} onEnter={onAnswer} onClose={onClose} />
      );
  }
}
