/** How calls speak to the reader. The shell sets the speaker; until then (login, print views) what is said waits. */
export type Alert = { title?: string; text: string; mobile: boolean };
export type ToastKind = 'error' | 'success' | 'info' | 'warning';
export type Notice = {
  key?: string;
  kind: ToastKind;
  title: string;
  text?: string;
  seconds?: number;
  /** `href` is a path of our own, opened in a new window. */
  action?: { label: string } & ({ run: () => void } | { href: string });
  /** What else its reader may answer. */
  other?: { label: string; run: () => void };
  /** It was closed without an answer. */
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
/** What was said longer ago is no news any more. */
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
/** Shows for five seconds. The same text twice within that time shows once. */
export const showToast = (kind: ToastKind, text: string): void => say((to) => to.toast(kind, text));
/** What it said is settled. */
export const closeNotice = (key: string): void => say((to) => to.close(key));
export const showNotice = (notice: Notice): void => say((to) => to.notify(notice));
