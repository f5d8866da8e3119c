import { useCallback, useRef, useSyncExternalStore } from 'react';

/** An object URL of a blob while it is shown. Null before the first effect. */
export function useBlobAddress(blob: Blob): string | null {
  const lent = useRef<string | null>(null);
  const lend = useCallback(
    (changed: () => void) => {
      const address = URL.createObjectURL(blob);
      lent.current = address;
      changed();
      return () => {
        lent.current = null;
        URL.revokeObjectURL(address);
      };
    },
    [blob],
  );
  return useSyncExternalStore(lend, () => lent.current);
}
