import { useState } from 'react';
import { UPLOAD_MAX_MB } from '#contract/core/limits';
import { isCallError } from '../../../providers/call-error.ts';
import { newIntent } from '../../../providers/new-id.ts';
import { upload } from '../../../providers/request.ts';

const MAX_BYTES = UPLOAD_MAX_MB * 1024 * 1024;

/** A file that is added to a message. `intent` stays the same for all tries, so that a file is stored once. */
export type Attachment = {
  intent: string;
  file: File;
  /** From 0 to 1 while it is sent. */
  part: number;
  state: 'sending' | 'ready' | 'failed' | 'refused';
  /** The id of the stored file. Empty until it is ready. */
  id: string;
};

/** The files of the message that is being written: each is sent at once, and can be sent again or removed. */
export function useAttachments() {
  const [items, setItems] = useState<readonly Attachment[]>([]);
  const change = (intent: string, next: Partial<Attachment>): void =>
    setItems((all) => all.map((one) => (one.intent === intent ? { ...one, ...next } : one)));

  const send = async ({ intent, file }: Pick<Attachment, 'intent' | 'file'>): Promise<void> => {
    change(intent, { state: 'sending', part: 0 });
    try {
      const { id } = await upload('intern', file, { intent, onUpload: (part) => change(intent, { part }) });
      change(intent, { state: 'ready', part: 1, id });
    } catch (error) {
      // The call already showed the error. A type that is refused is refused again.
      change(intent, { state: isCallError(error, 'UploadTypeRefused') || isCallError(error, 'UploadTooLarge') ? 'refused' : 'failed' });
    }
  };
  const add = (files: Iterable<File>): void => {
    const added = Array.from(files, (file): Attachment => {
      const isTooLarge = file.size > MAX_BYTES;
      return { intent: newIntent(), file, part: 0, state: isTooLarge ? 'refused' : 'sending', id: '' };
    });
    setItems((all) => [...all, ...added]);
    for (const one of added) if (one.state === 'sending') void send(one);
  };
  return {
    items,
    add,
    again: (one: Attachment): void => void send(one),
    remove: (intent: string): void => setItems((all) => all.filter((one) => one.intent !== intent)),
    clear: (): void => setItems([]),
    ids: items.flatMap(({ id, state }) => (state === 'ready' ? [id] : [])),
    /** Something is not stored yet, so the message must wait. */
    pending: items.some(({ state }) => state !== 'ready'),
  };
}
