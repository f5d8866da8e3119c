import { useEffect } from 'react';
import type { Work } from '#contract/scanning/work';
import { useFormat } from '../../providers/format.ts';
import { useLocale, useT } from '../../providers/i18n.ts';
import { timeText, useFeedbackText } from '../controller/feedback-text.ts';
import type { VoiceSettings } from '../voice/settings.ts';
import { speak, stopSpeaking } from '../voice/speak.ts';
import type { Link } from './Header.tsx';
import { Sheet } from './Sheet.tsx';

export type Held = Pick<Work, 'at' | 'partial' | 'tasks' | 'picklists' | 'loadingLists' | 'places' | 'items'>;
type Props = {
  /** The work as the server last sent it. Null before the first answer. */
  work: Held | null;
  link: Link;
  /** When the connection was lost. Null if it was not lost since the page was loaded. */
  since: number | null;
  voice: VoiceSettings;
  onClose: () => void;
};

/** Shows what data the device holds, and from when: how far the station can work without a network. */
export function Holdings({ work, link, since, voice, onClose }: Props) {
  const t = useT();
  const say = useFeedbackText();
  const locale = useLocale();
  const { number } = useFormat();
  const offline = link === 'offline';
  const counts: [string, number][] = work
    ? [
        ['orders', work.tasks.length],
        ['lists', work.picklists.length + work.loadingLists.length],
        ['places', work.places.length],
        ['items', work.items.length],
      ]
    : [];
  const held = counts.map(([what, count]) => t(`scan.holdings.${what}`, { count, number: number(count) })).join(t('scan.holdings.comma'));
  const state = since === null ? t('scan.holdings.offline') : t('scan.holdings.offlineSince', { time: timeText(since, locale) });
  const texts = [
    offline ? state : t(`scan.link.${link}`) + t('scan.holdings.stop'),
    work ? say({ key: 'scan.holdings.here', params: { held, at: work.at } }) : t('scan.holdings.nothing'),
    ...(work?.partial ? [t('scan.holdings.partial')] : []),
    ...(offline ? [t('scan.holdings.others')] : []),
  ];
  const spoken = texts.join(' ');
  useEffect(
    function speakOnce() {
      if (voice.speech) speak(spoken, voice.volume);
      return stopSpeaking;
    },
    // oxlint-disable-next-line react/exhaustive-deps -- said when it is opened, not again with each scan
    [],
  );
  return (
    <Sheet title={t('scan.holdings.title')} onClose={onClose}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Sheet>
  );
}
