import type { Sound } from '#contract/scanning/commands';
import type { view } from '#contract/scanning/station/station-view';
import { Icon } from '../../layout/icons.tsx';
import { useT } from '../../providers/i18n.ts';
import { useFeedbackText } from '../controller/feedback-text.ts';
import type { ScannedCode, SpokenFeedback } from '../controller/station-controller.ts';
import { Words } from './Words.tsx';
import './verdict.css';

type Scans = ReturnType<typeof view>['last'];

export const SOUND_ICONS: Record<Sound, string> = {
  ok: 'check',
  done: 'check-circle',
  wrong: 'close-circle',
  duplicate: 'history',
  stop: 'stop',
  label: 'barcode',
};
/** Number of letters that fit on two lines in large type. */
const LONG = 42;
/** Chinese characters are as wide as two letters, and leave more of a line empty beside a long code. */
const widthOf = (text: string): number => text.length + 2 * (text.match(/[\u2e80-\uffef]/g)?.length ?? 0);

type Props = {
  feedback: SpokenFeedback | null;
  last: Scans;
  hint: string;
  unsaved: ScannedCode | null;
  asking: boolean;
  onSaveAgain: () => void;
  onUndo: (() => void) | null;
};

/** The verdict on the last scan, readable from three metres. Shown until the next scan. */
export function VerdictCard({ feedback, last, hint, unsaved, asking, onSaveAgain, onUndo }: Props) {
  const t = useT();
  const say = useFeedbackText();
  if (unsaved)
    return (
      <section className="s-verdict" data-outcome="stop" role="alert">
        <Icon name="stop" />
        <div>
          <strong>{t('scan.station.notSaved')}</strong>
          <p data-long>{t('scan.station.notSavedText', { code: unsaved.code })}</p>
        </div>
        <button type="button" className="s-button" onClick={onSaveAgain}>
          {t('buttons.retry')}
        </button>
      </section>
    );
  if (!feedback)
    return (
      <section className="s-verdict" data-outcome="none" role="status">
        <Icon name="scan" />
        <div>
          <strong>{t('scan.station.ready')}</strong>
          <p data-long>{hint}</p>
        </div>
      </section>
    );
  const { outcome, params } = feedback.verdict;
  const text = say({ key: feedback.verdict.say, params });
  const scan = feedback.key === null ? undefined : last.find(({ key }) => key === feedback.key);
  return (
    <section className="s-verdict" data-outcome={outcome} data-scan={feedback.key} role="status" aria-busy={asking}>
      <Icon name={SOUND_ICONS[outcome]} />
      <div>
        <strong>{t(`scan.sound.${outcome}`)}</strong>
        <p data-long={widthOf(text) > LONG || undefined}>
          <Words text={text} />
        </p>
      </div>
      <small>
        <code>{String(params['code'] ?? '')}</code>
        {asking && <span>{t('scan.station.asking')}</span>}
        {!asking && scan && <State scan={scan} text={t(scan.stateText)} />}
        {!asking && feedback.from === 'server' && <span>{t('scan.station.fromServer')}</span>}
      </small>
      {onUndo && (
        <button type="button" className="s-button" onClick={onUndo}>
          <Icon name="rollback" /> <span>{t('scan.commands.undo')}</span>
        </button>
      )}
    </section>
  );
}

const STATE_ICONS: Record<Scans[number]['state'], string> = {
  saved: 'clock-circle',
  confirmed: 'check-circle',
  refused: 'close-circle',
  undone: 'rollback',
  local: 'tablet',
};

/**
 * Saved here, confirmed by the server, refused: three states that must not look alike. A scan that booked nothing has no state to confirm.
 */
export function State({ scan: { state, outcome }, text }: { scan: Pick<Scans[number], 'state' | 'outcome'>; text: string }) {
  const books = outcome === 'ok' || outcome === 'done' || state === 'refused';
  if (!books || state === 'local') return null;
  return (
    <span className="s-state" data-state={state}>
      <Icon name={STATE_ICONS[state]} /> {text}
    </span>
  );
}
