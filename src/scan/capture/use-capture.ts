import { useCallback, useEffect, useRef, useState } from 'react';
import type { RfidEvent } from '#contract/core/live';
import type { ScanEvent } from '#contract/scanning/commands';
import { touch } from '../../providers/activity.ts';
import { onLive } from '../../providers/live.ts';
import { betterLayout, calibrate, type Layout } from './layouts.ts';
import { listen } from './listen.ts';
import { readWedge, writeWedge } from './settings.ts';
import type { WedgeSettings } from './wedge.ts';

/** A code as it was read, with symbology identifier and separators if the scanner sends them. `at` is in milliseconds since 1970. */
export type Captured = { code: string; source: Exclude<ScanEvent['source'], 'command'>; at: number };

export type Capture = {
  /** Whether the page has the focus and receives scans. */
  armed: boolean;
  settings: WedgeSettings;
  setSettings: (settings: WedgeSettings) => void;
  /** A layout to suggest if the last scan looks as if the scanner types in another layout. Null otherwise. */
  hint: Layout | null;
  /** The layout that was just stored because the calibration label was scanned. Null otherwise. */
  calibrated: Layout | null;
  /** Enters a code that was typed by hand or read by the camera. */
  enter: (code: string, source: 'typed' | 'camera') => void;
};

/** RFID readers name the tag field differently. Gates send several tags at once. */
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
 * Combines all sources of codes: scanner, camera, manual entry, RFID. No scan is tied to a field or waits for a response.
 * @param stationId the station whose scanner settings apply
 * @param onCode called once for each code, in order
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
    // A scan counts as activity of the session, like a click. An RFID tag read by a gate does not, because no person is involved.
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
        // Every tab of this user receives the event. Only the visible one handles it.
        if (document.visibilityState !== 'visible') return;
        if (payload['stationId'] !== undefined && payload['stationId'] !== stationId) return;
        for (const code of rfidCodes(payload)) give(code, 'rfid');
      });
    },
    [give, stationId],
  );
  return { armed, settings, setSettings, hint, calibrated, enter: give };
}
