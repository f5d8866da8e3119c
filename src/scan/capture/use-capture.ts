import { useCallback, useEffect, useRef, useState } from 'react';
import type { RfidEvent } from '#contract/core/live';
import type { ScanEvent } from '#contract/scanning/commands';
import { touch } from '../../providers/activity.ts';
import { onLive } from '../../providers/live.ts';
import { betterLayout, calibrate, type Layout } from './layouts.ts';
import { listen } from './listen.ts';
import { readWedge, writeWedge } from './settings.ts';
import type { WedgeSettings } from './wedge.ts';

/** A code as it came in, with symbology identifier and separators where the scanner sends them. `at` in milliseconds since 1970. */
export type Captured = { code: string; source: Exclude<ScanEvent['source'], 'command'>; at: number };

export type Capture = {
  /** The station hears scans: the page has the focus. */
  armed: boolean;
  settings: WedgeSettings;
  setSettings: (settings: WedgeSettings) => void;
  /** The last scan looks as if the scanner typed for another country; offer this layout. */
  hint: Layout | null;
  /** The calibration label was just read, and this layout kept. */
  calibrated: Layout | null;
  /** A code typed by hand, or read by the camera. */
  enter: (code: string, source: 'typed' | 'camera') => void;
};

/** Readers name the tag differently; gates send several at once. */
const RFID_FIELDS = ['code', 'codes', 'epc', 'epcs', 'tag', 'tags', 'uid'] as const;

export const rfidCodes = (payload: RfidEvent): string[] =>
  RFID_FIELDS.flatMap((field) => payload[field])
    .filter((value): value is string => typeof value === 'string' && value.trim() !== '')
    .map((value) => value.trim());

function useFocused(): boolean {
  const [focused, setFocused] = useState(() => document.hasFocus());
  useEffect(function watchFocus() {
    const look = (): void => setFocused(document.hasFocus());
    window.addEventListener('focus', look);
    window.addEventListener('blur', look);
    return () => {
      window.removeEventListener('focus', look);
      window.removeEventListener('blur', look);
    };
  }, []);
  return focused;
}

/**
 * Every way a code comes into a station, as one: scanner, camera, typing, radio. No scan is tied to a field or waits for an answer.
 * @param stationId whose scanner settings count
 * @param onCode called once a code, in order
 * @example const { armed, enter } = useCapture(station.id, ({ code, source }) => dispatch(readCode(code), source));
 */
export function useCapture(stationId: string, onCode: (captured: Captured) => void): Capture {
  const [settings, keep] = useState(() => readWedge(stationId));
  const [hint, setHint] = useState<Layout | null>(null);
  const [calibrated, setCalibrated] = useState<Layout | null>(null);
  const armed = useFocused();
  const latest = useRef({ onCode, settings });
  useEffect(function keepLatest() {
    latest.current = { onCode, settings };
  });
  const setSettings = useCallback(
    (next: WedgeSettings): void => {
      latest.current = { ...latest.current, settings: next };
      writeWedge(stationId, next);
      keep(next);
      setHint(null);
    },
    [stationId],
  );
  const give = useCallback((code: string, source: Captured['source']): void => {
    const text = code.trim();
    if (text === '') return;
    // A scan is use of the session like any click. A tag that a gate reads comes over the live channel and needs nobody.
    if (source !== 'rfid') touch();
    latest.current.onCode({ code: text, source, at: Date.now() });
  }, []);
  useEffect(
    function hearScanner() {
      return listen(
        () => latest.current.settings,
        ({ code, strokes }) => {
          const layout = calibrate(strokes);
          if (layout) {
            setSettings({ ...latest.current.settings, layout });
            setCalibrated(layout);
            return;
          }
          setCalibrated(null);
          setHint(betterLayout(strokes, latest.current.settings.layout));
          give(code, 'wedge');
        },
      );
    },
    [give, setSettings],
  );
  useEffect(
    function hearRadio() {
      return onLive('rfid', (payload) => {
        // Every tab of this person hears it; the one that is looked at takes it.
        if (document.visibilityState !== 'visible') return;
        if (payload['stationId'] !== undefined && payload['stationId'] !== stationId) return;
        for (const code of rfidCodes(payload)) give(code, 'rfid');
      });
    },
    [give, stationId],
  );
  return { armed, settings, setSettings, hint, calibrated, enter: give };
}
