/** Shows messages of calls to the user. The shell sets the speaker. Until then (login, print views), messages are queued. */
export type Alert = { title?: string; text: string; mobile: boolean };
export type ToastKind = 'error' | 'success' | 'info' | 'warning';
export type Notice = {
  key?: string;
  kind: ToastKind;
  title: string;
  text?: string;
  seconds?: number;
  /** `href` is a path of this application, opened in a new window. */
  action?: { label: string } & ({ run: () => void } | { href: string });
  /** A second choice. */
  other?: { label: string; run: () => void };
  /** Called when the notice is closed without a choice. */
  onDismiss?: () => void;
};
export type Speaker = {
  alert: (alert: Alert) => void;
  toast: (kind: ToastKind, text: string) => void;
  notify: (notice: Notice) => void;
  close: (key: string) => void;
};

let speaker: Speaker | null = null;
let waiting: { at: number; message: (to: Speaker) => void }[] = [];
/** Milliseconds after which a queued message is dropped. */
const KEPT = 5_000;

function say(message: (to: Speaker) => void): void {
  if (speaker) message(speaker);
  else waiting = [...waiting, { at: Date.now(), message }].slice(-5);
}

export function setSpeaker(next: Speaker | null): void {
  speaker = next;
  if (!next) return;
  const messages = waiting;
  waiting = [];
  for (const { at, message } of messages) if (Date.now() - at < KEPT) message(next);
}

export const showAlert = (alert: Alert): void => say((to) => to.alert(alert));
/** Shows a toast for five seconds. The same text within that time is shown once. */
export const showToast = (kind: ToastKind, text: string): void => say((to) => to.toast(kind, text));
/** Closes a notice that is settled. */
export const closeNotice = (key: string): void => say((to) => to.close(key));
export const showNotice = (notice: Notice): void => say((to) => to.notify(notice));
