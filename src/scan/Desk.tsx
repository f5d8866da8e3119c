import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { type Command, commandCode } from '#contract/barcode/kontor-codes';
import type { Profile } from '#contract/scan/acts';
import { view } from '#contract/scan/station/view';
import { SessionWarning } from '../layout/SessionWarning.tsx';
import { useT } from '../providers/i18n.ts';
import { useUser } from '../providers/user.ts';
import { useCapture } from './capture/use-capture.ts';
import type { Station } from './desk/chosen.ts';
import { createDesk, type Desk as DeskApi, type DeskView, type Said } from './desk/desk.ts';
import { useFullStage, useNumberKeys } from './desk/stage.ts';
import { useSay } from './desk/words.ts';
import { Bar } from './parts/Bar.tsx';
import { CameraPanel } from './parts/CameraPanel.tsx';
import { isTyped, Pad, signsFor, TypedCode } from './parts/Entry.tsx';
import { Banner, Header, useLink } from './parts/Header.tsx';
import { LastScans, Lines } from './parts/Lines.tsx';
import { Menu } from './parts/Menu.tsx';
import { NextStep } from './parts/NextStep.tsx';
import { Settings } from './parts/Settings.tsx';
import { Tray } from './parts/Tray.tsx';
import { UpdateOffer } from './parts/UpdateOffer.tsx';
import { VerdictCard } from './parts/VerdictCard.tsx';
import { readVoice, type VoiceSettings, writeVoice } from './voice/settings.ts';
import { announce, hush } from './voice/speak.ts';

type Open = 'menu' | 'settings' | 'tray' | 'type' | 'many' | 'answer' | null;
type Props = { profile: Profile; station: Station };

function useVoice(stationId: string) {
  const [voice, keep] = useState(() => readVoice(stationId));
  const change = (next: VoiceSettings): void => {
    writeVoice(stationId, next);
    keep(next);
  };
  return [voice, change] as const;
}

/** The station itself, made once for a place, a task and a person. */
function useDesk({ profile, station }: Props, voice: VoiceSettings): DeskApi {
  const say = useSay();
  const t = useT();
  const who = useUser()?.id ?? '';
  const heard = useRef({ say, t, voice });
  useEffect(function keepLatest() {
    heard.current = { say, t, voice };
  });
  const [desk] = useState(() => createDesk({ profile, stationId: station.id, who }));
  useEffect(
    function work() {
      return desk.open({
        onSaid: ({ verdict: { outcome, speak, params, next } }: Said) => {
          const { say: read, voice: own } = heard.current;
          announce(own, outcome, read({ key: speak, params: { ...next.params, ...params } }));
        },
        onStuck: () => announce({ ...heard.current.voice, sound: true, volume: 1 }, 'stop', heard.current.t('scan.desk.notSaved')),
      });
    },
    [desk],
  );
  useEffect(() => hush, []);
  return desk;
}

/** At a pack table the label of a parcel comes out by itself; printing is no part of what a station needs without a network. */
function usePackedLabels(profile: Profile, stationId: string): void {
  useEffect(
    function labelPacked() {
      if (!/^pack/i.test(profile)) return;
      let stop: (() => void) | null = null;
      let over = false;
      import('../print/hub/station-labels.ts').then(
        ({ labelWhatIsPacked }) => {
          if (!over) stop = labelWhatIsPacked(stationId);
        },
        () => undefined,
      );
      return () => {
        over = true;
        stop?.();
      };
    },
    [profile, stationId],
  );
}

/** `?code=` in the address: what to open, once the work is there; then it is taken off, so that a reload does not open it again. */
function usePreselected(select: (code: string) => void, isReady: boolean): void {
  const [params, setParams] = useSearchParams();
  const code = params.get('code');
  useEffect(
    function openAsked() {
      if (code === null || !isReady) return;
      select(code);
      setParams({}, { replace: true });
    },
    [code, isReady, select, setParams],
  );
}

/** Where there is no work to show: it is on its way, or why it is not. */
function Lack({ lack, onRetry }: { lack: DeskView['lack']; onRetry: () => void }) {
  const t = useT();
  if (lack === 'loading') return <div className="s-lack" aria-busy="true" />;
  return (
    <div className="s-lack" role="alert">
      <p>{t(lack === 'offline' ? 'scan.desk.noWork' : `errors.${lack}`)}</p>
      <button type="button" className="s-button" onClick={onRetry}>
        {t('buttons.retry')}
      </button>
    </div>
  );
}

/** A station at work, over the whole screen. */
export function Desk({ profile, station }: Props) {
  const t = useT();
  const say = useSay();
  const [voice, setVoice] = useVoice(station.id);
  const desk = useDesk({ profile, station }, voice);
  usePackedLabels(profile, station.id);
  const seen = useSyncExternalStore(desk.subscribe, desk.get);
  const [open, setOpen] = useState<Open>(null);
  const [camera, setCamera] = useState(false);
  const link = useLink();
  const { hear } = desk;
  const capture = useCapture(station.id, hear);
  const { enter } = capture;
  const shown = useMemo(() => seen.state && view(seen.state), [seen.state]);
  const undoable = seen.state?.entries.findLast((entry) => entry.undoable && !entry.undone)?.key ?? null;
  usePreselected(desk.select, seen.state !== null && seen.lack === null);
  useFullStage();
  const answer = useCallback((code: string) => enter(code, 'typed'), [enter]);
  useNumberKeys(shown?.prompt.options, answer);
  const command = useCallback((which: Command): void => hear({ code: commandCode(which), source: 'command' }), [hear]);
  const undo = useCallback(() => command('undo'), [command]);
  const close = (): void => setOpen(null);
  const ask = shown?.prompt.ask;
  const signs = ask ? signsFor(ask) : null;
  return (
    <div className="s-desk" data-choice={(shown?.prompt.options.length ?? 0) > 0}>
      <Header
        title={t(`scan.profiles.${profile}.title`)}
        station={station.code}
        armed={capture.armed}
        link={link}
        onMenu={() => setOpen('menu')}
        onTray={() => setOpen('tray')}
      />
      <SessionWarning />
      <div className="s-notes">
        <Banner link={link} workAt={seen.state ? Date.parse(seen.state.base.at) : null} />
        <UpdateOffer />
        {capture.hint && (
          <p className="s-banner" role="status">
            {t('scan.wedge.hint', { layout: t(`scan.layouts.${capture.hint}`) })}
            <button
              type="button"
              className="s-button"
              onClick={() => capture.hint && capture.setSettings({ ...capture.settings, layout: capture.hint })}
            >
              {t('scan.wedge.use')}
            </button>
          </p>
        )}
      </div>
      {shown ? (
        <>
          <div className="s-main-part">
            <VerdictCard
              said={seen.said}
              last={shown.last}
              hint={t(shown.hint)}
              stuck={seen.stuck}
              asking={seen.asking}
              onSaveAgain={desk.saveAgain}
            />
            <NextStep shown={shown} onAnswer={answer} onMany={() => setOpen('many')} />
          </div>
          <div className="s-side-part">
            <Lines lines={shown.lines} />
            <LastScans last={shown.last} undoable={undoable} onUndo={undo} />
          </div>
          <Bar
            commands={shown.commands}
            onCommand={command}
            onType={() => setOpen('type')}
            onCamera={() => setCamera(!camera)}
            onMany={() => setOpen('many')}
            onAnswer={ask && isTyped(ask) ? () => setOpen('answer') : null}
          />
        </>
      ) : (
        <Lack lack={seen.lack} onRetry={desk.reload} />
      )}
      {camera && <CameraPanel onCode={(code) => enter(code, 'camera')} onClose={() => setCamera(false)} />}
      {open === 'menu' && <Menu profile={profile} station={station} onSettings={() => setOpen('settings')} onClose={close} />}
      {open === 'settings' && <Settings voice={voice} onVoice={setVoice} capture={capture} onClose={close} />}
      {open === 'tray' && <Tray onClose={close} />}
      {open === 'type' && <TypedCode title={t('scan.desk.typeTitle')} onEnter={answer} onClose={close} />}
      {open === 'many' && (
        <Pad
          title={t('scan.desk.quantity')}
          hint={t('scan.desk.quantityText')}
          signs={[]}
          onEnter={(text) => desk.multiply(Number(text))}
          onClose={close}
        />
      )}
      {open === 'answer' && shown && signs && (
        <Pad title={say(shown.prompt)} signs={signs} {...(ask ? { ask } : {})} onEnter={answer} onClose={close} />
      )}
      {open === 'answer' && shown && !signs && <TypedCode title={say(shown.prompt)} onEnter={answer} onClose={close} />}
    </div>
  );
}
