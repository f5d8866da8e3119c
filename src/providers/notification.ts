import type { NotificationProvider } from '@refinedev/core';
import { closeNotice, showNotice, showToast } from './feedback.ts';

/** Failures that refine reports by itself under such keys were already told by the call (http-fail.ts). */
const OWN_KEY = /-notification$/;

/** What is under way stays until it is closed by its key; everything else shows for some seconds. */
export const notificationProvider: NotificationProvider = {
  open: ({ key, message, description, type }) => {
    if (type === 'error' && key !== undefined && OWN_KEY.test(key)) return;
    if (type === 'progress') showNotice({ ...(key ? { key } : {}), kind: 'info', title: message, text: description ?? '', seconds: 0 });
    else showToast(type, message);
  },
  close: closeNotice,
};
