import { useEffect, useRef } from 'react';
import { isEditable } from '../capture/fields.ts';

/** Shows a station full screen. Menu and tabs return with the next view. */
export function useFullScreen(): void {
  useEffect(function takeStage() {
    document.documentElement.dataset['stage'] = 'full';
    return () => {
      delete document.documentElement.dataset['stage'];
    };
  }, []);
}

/** Milliseconds without a further key after which a key counts as a person's. A scanner sends its next key sooner. */
const ALONE = 160;

/** Handles the physical number keys like the number keys on the screen. */
export function useNumberKeys(keys: readonly string[] | undefined, onPress: (key: string) => void): void {
  const keyList = keys?.join(' ') ?? '';
  const latest = useRef(onPress);
  useEffect(function keepLatest() {
    latest.current = onPress;
  });
  useEffect(
    function hearNumbers() {
      if (keyList === '') return undefined;
      const known = keyList.split(' ');
      let timer: ReturnType<typeof setTimeout> | null = null;
      let pressed = '';
      const down = (event: KeyboardEvent): void => {
        if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || isEditable(event.target)) return;
        if (!known.includes(event.key)) return;
        pressed = event.code;
        const { key } = event;
        timer = setTimeout(() => latest.current(key), ALONE);
      };
      // Keys of a burst are withheld from the page on key down, but not on key up.
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
    [keyList],
  );
}
