import { useCallback, useRef, useState } from 'react';
import { useInvalidate } from '../../../core/mask/data.ts';
import { isCallError } from '../../../providers/call-error.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { useCall } from '../../../providers/use-call.ts';

export type Upload = {
  key: string;
  name: string;
  state: 'waiting' | 'reading' | 'stored' | 'failed';
  id: string;
  no: string;
  fault: string;
};

/** Sends files one after the other. One that is refused says why, and the next one follows. */
export function useUploads(): { uploads: readonly Upload[]; add: (files: readonly File[]) => void; clear: () => void } {
  const call = useCall();
  const invalidate = useInvalidate();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const change = useCallback((key: string, to: Partial<Upload>) => {
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)));
  }, []);
  const send = useCallback(
    async (file: File, key: string): Promise<void> => {
      change(key, { state: 'reading' });
      const body = new FormData();
      body.append('file', file);
      try {
        const made = await call<{ id: string; no: string }>('POST', '/v0/incomingBills/upload', {
          body,
          intent: key,
          handles: ['FileUnreadable'],
        });
        change(key, { state: 'stored', ...made });
        await invalidate('incomingBills');
      } catch (error) {
        change(key, { state: 'failed', fault: isCallError(error, 'FileUnreadable') ? String(error.data ?? '') : '' });
      }
    },
    [call, change, invalidate],
  );
  const add = useCallback(
    (files: readonly File[]) => {
      for (const file of files) {
        const key = newIntent();
        setUploads((all) => [...all, { key, name: file.name, state: 'waiting', id: '', no: '', fault: '' }]);
        queue.current = queue.current.then(() => send(file, key));
      }
    },
    [send],
  );
  const clear = useCallback(() => setUploads([]), []);
  return { uploads, add, clear };
}
