import { useEffect } from 'react';
import type { Option } from '#contract/scan/station/state';
import { isEditable } from '../capture/fields.ts';

/** A station takes the whole screen; menu and tabs come back with the view that is shown next. */
export function useFullStage(): void {
  useEffect(function takeStage() {
    document.documentElement.dataset['stage'] = 'full';
    return () => {
      delete document.documentElement.dataset['stage'];
    };
  }, []);
}

/** A person's key stands alone; a scanner's is followed by the next one sooner than this. Milliseconds. */
const ALONE = 160;

/** The number keys choose among the options of a question. */
export function useNumberKeys(options: readonly Option[] | undefined, onChoose: (code: string) => void): void {
  useEffect(
    function hearNumbers() {
      if (!options || options.length === 0) return undefined;
      let timer: ReturnType<typeof setTimeout> | null = null;
      let pressed = '';
      const down = (event: KeyboardEvent): void => {
        if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || isEditable(event.target)) return;
        if (!options.some(({ code }) => code === event.key)) return;
        pressed = event.code;
        const { key } = event;
        timer = setTimeout(() => onChoose(key), ALONE);
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
    [options, onChoose],
  );
}
