import { useEffect } from 'react';
import { create } from 'zustand';
import { IDLE_MINUTES, IDLE_WARNING_MINUTES } from '#contract/core/limits';
import { idleSince, touch } from '../providers/activity.ts';
import { logout } from '../providers/auth.ts';
import { request } from '../providers/request.ts';

const MINUTE = 60_000;
/** Activity without calls (typing a long text) extends the session on the server, at most this often. Milliseconds. */
const REPORT_AFTER = 5 * MINUTE;

/** Minutes until the session ends because it is idle. */
export const useSessionLeft = create<{ minutes: number }>(() => ({ minutes: IDLE_MINUTES }));

export const minutesLeft = (now = Date.now()): number => IDLE_MINUTES - Math.floor((now - idleSince()) / MINUTE);
export const isWarning = (minutes: number): boolean => minutes <= IDLE_WARNING_MINUTES;

let reportedAt = Date.now();

function reportActivity(): void {
  reportedAt = Date.now();
  request('GET', '/v0/auth/refresh', { handles: 'all' }).catch(() => undefined);
}

/** Restarts the idle countdown, here and on the server. */
export function keepInSession(): void {
  touch();
  reportActivity();
  useSessionLeft.setState({ minutes: IDLE_MINUTES });
}

function onActivity(): void {
  touch();
  if (useSessionLeft.getState().minutes !== IDLE_MINUTES) useSessionLeft.setState({ minutes: IDLE_MINUTES });
  if (Date.now() - reportedAt > REPORT_AFTER) reportActivity();
}

function tick(): void {
  const minutes = minutesLeft();
  if (minutes <= 0) logout('idle');
  else useSessionLeft.setState({ minutes });
}

/** Events that count as activity. Listened to in the capture phase, so that no component can stop them and the calls that follow count. */
const EVENTS = ['pointerdown', 'keydown', 'wheel'] as const;

/** The 40-minute idle countdown. Updated each minute, and once when the computer resumes from sleep. */
export function useSessionWatch(): void {
  useEffect(function countDown() {
    touch();
    const timer = setInterval(tick, MINUTE);
    document.addEventListener('visibilitychange', tick);
    for (const name of EVENTS) window.addEventListener(name, onActivity, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
      for (const name of EVENTS) window.removeEventListener(name, onActivity, { capture: true });
    };
  }, []);
}
