import { useEffect, useRef } from 'react';
import { isEditable } from '../capture/fields.ts';

/** A station takes the whole screen; menu and tabs come back with the view that is shown next. */
export function useFullScreen(): void {
  useEffect(function takeStage() {
    document.documentElement.dataset['stage'] = 'full';
    return () => {
      delete document.documentElement.dataset['stage'];
    };
  }, []);
}

/** A person's key stands alone; a scanner's is followed by the next one sooner than this. Milliseconds. */
const ALONE = 160;

/** The keyboard's own number keys: what they stand for on the screen. */
export function useNumberKeys(keys: readonly string[] | undefined, onPress: (key: string) => void): void {
  const heard = keys?.join(' ') ?? '';
  const latest = useRef(onPress);
  useEffect(function keepLatest() {
    latest.current = onPress;
  });
  useEffect(
    function hearNumbers() {
      if (heard === '') return undefined;
      const known = heard.split(' ');
      let timer: ReturnType<typeof setTimeout> | null = null;
      let pressed = '';
      const down = (event: KeyboardEvent): void => {
        if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || isEditable(event.target)) return;
        if (!known.includes(event.key)) return;
        pressed = event.code;
        const { key } = event;
        timer = setTimeout(() => latest.current(key), ALONE);
      };
      // The keys of a burst are kept from the page when they go down, but not when they come up.
      const up = (event: KeyboardEvent): void => {
        if (timer && event.code !== pressed) clearTimeout(timer);
      };
      window.addEventListener('keydown', down);
      window.addEventListener('keyup', up);
      return () => {
        if (timer) clearTimeout(timer);
        window.removeEventListener('keydown', down);
        window.removeEventListener('keyup', up);
      };
    },
    [heard],
  );
}
