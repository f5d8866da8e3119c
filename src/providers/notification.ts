import type { NotificationProvider } from '@refinedev/core';
import { showToast } from './feedback.ts';

/** Failures that refine reports by itself under such keys were already told by the call (http-fail.ts). */
const OWN_KEY = /-notification$/;

export const notificationProvider: NotificationProvider = {
  open: ({ key, message, type }) => {
    if (type === 'error' && key !== undefined && OWN_KEY.test(key)) return;
    showToast(type === 'progress' ? 'info' : type, message);
  },
  close: () => undefined,
};
