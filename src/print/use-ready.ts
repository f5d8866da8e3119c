import { useEffect } from 'react';

/** Once a screen has settled; what it asks for itself comes first. */
const SETTLED = 1_500;

/** Where something can be printed, what draws it is at hand before it is asked for. */
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
