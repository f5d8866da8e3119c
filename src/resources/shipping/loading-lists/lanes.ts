import { useEffect, useState } from 'react';
import type { Meaning } from '#contract/core/status';
import { formatTime } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import type { Lane } from './board.ts';

const MINUTE = 60_000;

/** HH:mm in the user's time zone. */
export const clock = (at: string): string => formatTime(at);

/** The current time, updated every 15 seconds for the countdown. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(function tick() {
    const timer = setInterval(() => setNow(Date.now()), MINUTE / 4);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The cut-off of a carrier and the time left until it. */
export function useCutOff(): (lane: Lane, now: number) => string {
  const t = useT();
  return ({ cutOffAt }, now) => {
    if (!cutOffAt) return t('board.noCutOff');
    const minutes = Math.floor((Date.parse(cutOffAt) - now) / MINUTE);
    const left =
      minutes < 0
        ? t('board.gone')
        : minutes < 60
          ? t('board.minutes', { n: minutes })
          : t('board.hours', { h: Math.floor(minutes / 60), n: minutes % 60 });
    return `${clock(cutOffAt)} · ${left}`;
  };
}

/** Whether the orders of a carrier make its cut-off. `n` orders will miss it. */
export function verdictOf(lane: Lane): { meaning: Meaning; key: string; n: number } {
  if (lane.orders === 0) return { meaning: 'closed', key: 'board.nothing', n: 0 };
  if (lane.notPacked === 0) return { meaning: 'done', key: 'board.allPacked', n: 0 };
  if (lane.willMiss > 0) return { meaning: 'stop', key: 'board.willMiss', n: lane.willMiss };
  return { meaning: 'done', key: 'board.inTime', n: 0 };
}
