import { useEffect } from 'react';

/** Milliseconds after which a screen has settled, so that its own calls come first. */
const SETTLED = 1_500;

/** Loads the print engine in advance on screens that can print. */
export function useReadyToPrint(prints: boolean): void {
  useEffect(
    function warmUp() {
      if (!prints) return;
      const timer = setTimeout(() => {
        import('./make.ts').then(
          ({ warmPrint }) => warmPrint(),
          () => undefined,
        );
      }, SETTLED);
      return () => clearTimeout(timer);
    },
    [prints],
  );
}
