import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The newest value in a ref, for callbacks that must stay stable. */
export function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value);
  useLayoutEffect(
    function keepLatest() {
      ref.current = value;
    },
    [value],
  );
  return ref;
}
