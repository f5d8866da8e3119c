import { useEffect } from 'react';
import { closeHelp, openHelpAt, useHelp } from './help.ts';

/** Milliseconds without a further key after which "?" counts as a person's. A scanner's code may begin with it. */
const ALONE = 160;

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** "?" opens the help for the present screen, and closes it again, while no field has the focus. */
export function useHelpKey(): void {
  useEffect(function hearQuestionMark() {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pressed = '';
    const down = (event: KeyboardEvent): void => {
      clearTimeout(timer);
      if (event.key !== '?' || event.ctrlKey || event.altKey || event.metaKey || event.isComposing || takesText(event.target)) return;
      pressed = event.code;
      timer = setTimeout(() => (useHelp.getState().open ? closeHelp() : void openHelpAt(window.location.pathname)), ALONE);
    };
    // A scanner's further keys are withheld from the page on key down, but not on key up.
    const up = (event: KeyboardEvent): void => {
      if (event.code !== pressed && event.key !== 'Shift') clearTimeout(timer);
    };
    window.addEventListener('keydown', down);
    window.addEventListener('keyup', up);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', down);
      window.removeEventListener('keyup', up);
    };
  }, []);
}
