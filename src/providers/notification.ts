import type { NotificationProvider } from '@refinedev/core';
import { closeNotice, showNotice, showToast } from './feedback.ts';

/** Keys of refine's own error messages. Those errors were already shown by the call (http-fail.ts). */
const OWN_KEY = /-notification$/;

/** Progress messages stay until they are closed by key. All others are shown for some seconds. */
export const notificationProvider: NotificationProvider = {
  open: ({ key, message, description, type }) => {
    if (type === 'error' && key !== undefined && OWN_KEY.test(key)) return;
    if (type === 'progress') showNotice({ ...(key ? { key } : {}), kind: 'info', title: message, text: description ?? '', seconds: 0 });
    else showToast(type, message);
  },
  close: closeNotice,
};
