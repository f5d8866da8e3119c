import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The newest value for callbacks that must not change with it. */
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
