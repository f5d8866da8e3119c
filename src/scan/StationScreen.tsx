import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { type Command, commandCode } from '#contract/core/barcode/kontor-codes';
import type { Profile } from '#contract/scanning/commands';
import { view } from '#contract/scanning/station/station-view';
import { WAITING_UNIT } from '#contract/scanning/station/waiting-units';
import { SessionWarning } from '../layout/SessionWarning.tsx';
import { LoadingBoundary, lazyPart } from '../providers/chunks.ts';
import { useT } from '../providers/i18n.ts';
import { useUser } from '../providers/user.ts';
import { useCapture } from './capture/use-capture.ts';
import type { Station } from './controller/chosen-station.ts';
import { useFeedbackText } from './controller/feedback-text.ts';
import { useFullScreen, useNumberKeys } from './controller/full-screen.ts';
import { isTyped, signsFor } from './controller/number-input.ts';
import {
  type ControllerView,
  createStationController,
  type StationController as DeskApi,
  type SpokenFeedback,
} from './controller/station-controller.ts';
import { Bar } from './parts/Bar.tsx';
import { Banner, Header, useLink } from './parts/Header.tsx';
import { LastScans, Lines } from './parts/Lines.tsx';
import { NextStep } from './parts/NextStep.tsx';
import { NumberKeys } from './parts/NumberKeys.tsx';
import type { SheetName } from './parts/Sheets.tsx';
import { UpdateOffer } from './parts/UpdateOffer.tsx';
import { VerdictCard } from './parts/VerdictCard.tsx';
import { readVoice, type VoiceSettings, writeVoice } from './voice/settings.ts';
import { announce, stopSpeaking } from './voice/speak.ts';
import './parts/idle.css';

const loadSheets = () => import('./parts/Sheets.tsx');
const Sheets = lazyPart(async () => (await loadSheets()).Sheets);
const WaitingHere = lazyPart(async () => (await loadSheets()).WaitingHere);
const CameraPanel = lazyPart(async () => (await import('./parts/CameraPanel.tsx')).CameraPanel);
/** The sheet that is open over the work. `first` is the key that opened an answer field. */
type Open = { sheet: SheetName; first: string } | null;
type Props = { profile: Profile; station: Station };
type View = ReturnType<typeof view>;

function useVoice(stationId: string) {
  const [voice, keep] = useState(() => readVoice(stationId));
  const change = (next: VoiceSettings): void => {
    writeVoice(stationId, next);
    keep(next);
  };
  return [voice, change] as const;
}

/** Creates the station controller once for each combination of place, task and person. */
function useStationController({ profile, station }: Props, voice: VoiceSettings): DeskApi {
  const say = useFeedbackText();
  const t = useT();
  const who = useUser()?.id ?? '';
  const latest = useRef({ say, t, voice });
  useEffect(function keepLatest() {
    latest.current = { say, t, voice };
  });
  const [controller] = useState(() => createStationController({ profile, stationId: station.id, who }));
  useEffect(
    function work() {
      return controller.open({
        onFeedback: ({ verdict: { outcome, speak, params, next } }: SpokenFeedback) => {
          const { say: read, voice: own } = latest.current;
          announce(own, outcome, read({ key: speak, params: { ...next.params, ...params } }));
        },
        onNotSaved: () => announce({ ...latest.current.voice, sound: true, volume: 1 }, 'stop', latest.current.t('scan.station.notSaved')),
      });
    },
    [controller],
  );
  useEffect(() => stopSpeaking, []);
  return controller;
}

/** Prints the label of each packed parcel at pack stations. Loaded separately, because a station works without it when offline. */
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

/**
 * Opens the order or list named by `?code=` as soon as the work is loaded, then removes the parameter so that a reload does not open it
 * again.
 */
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

/** Shown when there is no work: loading, offline, or the server's refusal. */
function NoWork({ cause, onRetry }: { cause: ControllerView['noWork']; onRetry: () => void }) {
  const t = useT();
  if (cause === 'loading') return <div className="s-lack" aria-busy="true" />;
  return (
    <div className="s-lack" role="alert">
      <p>{t(cause === 'offline' ? 'scan.station.noWork' : `errors.${cause}`)}</p>
      <button type="button" className="s-button" onClick={onRetry}>
        {t('buttons.retry')}
      </button>
    </div>
  );
}

const FIGURES = 6;
const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

/**
 * The row of number keys. With a number field open, a key types into it. With a question open, the key answers it. Otherwise it sets how
 * many pieces the next scan counts for.
 */
function useFigures(controller: DeskApi, shown: View | null, answer: (code: string) => void, openField: (first: string) => void) {
  const scans = shown?.last[0]?.key ?? '';
  const [typed, setTyped] = useState({ scans, text: '' });
  return (key: string): void => {
    if (!shown) return;
    const { ask, options } = shown.prompt;
    if (shown.amount) return controller.press(key);
    if (options.length > 0) return options.some(({ code }) => code === key) ? answer(key) : undefined;
    if (signsFor(ask)) return key === 'erase' ? undefined : openField(key);
    if (isTyped(ask)) return;
    const before = typed.scans === scans ? typed.text : '';
    const text = key === 'erase' ? before.slice(0, -1) : (before + key).slice(0, FIGURES);
    setTyped({ scans, text });
    controller.multiply(Number(text));
  };
}

/** The full-screen page of a working station. */
export function StationScreen({ profile, station }: Props) {
  const t = useT();
  const [voice, setVoice] = useVoice(station.id);
  const controller = useStationController({ profile, station }, voice);
  usePackedLabels(profile, station.id);
  const seen = useSyncExternalStore(controller.subscribe, controller.get);
  const [open, setOpen] = useState<Open>(null);
  const [camera, setCamera] = useState(false);
  const link = useLink();
  const { onCode } = controller;
  const capture = useCapture(station.id, onCode);
  const { enter } = capture;
  const shown = useMemo(() => seen.state && view(seen.state), [seen.state]);
  // A number that was entered begins the next step.
  const idle = WAITING_UNIT[profile] !== undefined && shown?.idle === true && shown.multiplier === 1;
  const undoable = seen.state?.entries.findLast((entry) => entry.undoable && !entry.undone)?.key ?? null;
  const newest = seen.state?.entries.at(-1);
  usePreselected(controller.select, seen.state !== null && seen.noWork === null);
  useFullScreen();
  useEffect(function fetchSheets() {
    loadSheets().catch(() => undefined);
  }, []);
  const answer = useCallback((code: string) => enter(code, 'typed'), [enter]);
  const show = (sheet: SheetName, first = ''): void => setOpen({ sheet, first });
  const press = useFigures(controller, shown, answer, (first) => show('answer', first));
  useNumberKeys(shown?.amount ? DIGITS : shown?.prompt.options.map(({ code }) => code), press);
  const command = useCallback((which: Command): void => onCode({ code: commandCode(which), source: 'command' }), [onCode]);
  const undo = useCallback(() => command('undo'), [command]);
  const ask = shown?.prompt.ask;
  const turnCamera = (): void => setCamera(!camera);
  return (
    <div
      className="s-desk"
      data-choice={(shown?.prompt.options.length ?? 0) > 0}
      data-idle={idle}
      data-fresh={idle && !seen.feedback && shown.last.length === 0}
    >
      <Header
        title={t(`scan.profiles.${profile}.title`)}
        station={station.code}
        armed={capture.armed}
        link={link}
        onMenu={() => show('menu')}
        onLink={() => show('holdings')}
        onRefused={() => show('pending')}
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
              feedback={seen.feedback}
              last={shown.last}
              hint={t(shown.hint)}
              unsaved={seen.unsaved}
              asking={seen.asking}
              onSaveAgain={controller.saveAgain}
              onUndo={undoable !== null && undoable === newest?.key && newest.say === 'workNoted' ? undo : null}
            />
            <NextStep
              shown={shown}
              onAnswer={answer}
              idle={
                idle &&
                seen.state && (
                  <LoadingBoundary fallback={<div />}>
                    <WaitingHere state={seen.state} onOpen={answer} onRecord={controller.record} />
                  </LoadingBoundary>
                )
              }
            />
          </div>
          <div className="s-side-part">
            {!idle && <Lines lines={shown.lines} />}
            <LastScans last={shown.last} undoable={undoable} onUndo={undo} />
          </div>
          <NumberKeys onKey={press} />
          <Bar
            commands={shown.commands}
            onCommand={command}
            onType={() => show('type')}
            onCamera={turnCamera}
            onMore={() => show('more')}
            onWork={seen.state?.base.workKinds?.[0] ? () => show('work') : null}
            onAnswer={ask && isTyped(ask) ? () => show('answer') : null}
          />
        </>
      ) : (
        <NoWork cause={seen.noWork} onRetry={controller.reload} />
      )}
      {camera && <CameraPanel onCode={(code) => enter(code, 'camera')} onClose={() => setCamera(false)} />}
      {open && (
        <Sheets
          key={open.sheet}
          open={open.sheet}
          first={open.first}
          profile={profile}
          station={station}
          voice={voice}
          onVoice={setVoice}
          capture={capture}
          work={seen.state?.base ?? null}
          state={seen.state}
          onRecord={controller.record}
          shown={shown}
          undoable={undoable}
          onAnswer={answer}
          onCommand={command}
          onCamera={turnCamera}
          onOpen={show}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}
