import { create } from 'zustand';
import { onLive } from '../../providers/live.ts';
import { isNewer } from '../../providers/version.ts';
import { useQueue } from '../queue/use-queue.ts';

/** Whether a new version is available: announced by the server or already downloaded. */
export const useUpdate = create<{ waiting: boolean }>(() => ({ waiting: false }));

/** Milliseconds without a scan after which an update is installed, if every scan has been sent. */
const REST = 30_000;
const LOOK_EVERY = 10_000;
const CHECK_EVERY = 60 * 60_000;

let registration: ServiceWorkerRegistration | null = null;
let asked = false;
let newer = false;
let lastUse = Date.now();

/** Activates the new version, which reloads the page. */
export function takeUpdate(): void {
  const waiting = registration?.waiting;
  if (!waiting) return window.location.reload();
  asked = true;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
  waiting.postMessage('take-over');
}

const rests = (): boolean => {
  const { queued, sender } = useQueue.getState();
  return Date.now() - lastUse > REST && queued === 0 && sender.phase !== 'sending';
};

function look(): void {
  const installed = registration?.waiting !== null && registration?.waiting !== undefined;
  const waiting = installed || newer;
  if (useUpdate.getState().waiting !== waiting) useUpdate.setState({ waiting });
  // Only a station is reloaded automatically. On other screens the user may be typing.
  if (installed && document.documentElement.dataset['stage'] === 'full' && rests()) takeUpdate();
}

/** Watches for a new version at stations. The application's usual dialog would block the next scan. */
export function watchVersion(): void {
  onLive('info', ({ webVersion }) => {
    newer = isNewer(webVersion);
    look();
    registration?.update().catch(() => undefined);
  });
}

/** Stores the page's files on the device, so that stations open without a network. Browsers allow this on secure pages only. */
export async function keepOnDevice(): Promise<void> {
  if (!import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('controllerchange', () => {
    if (asked) window.location.reload();
  });
  for (const name of ['keydown', 'pointerdown'] as const)
    window.addEventListener(
      name,
      () => {
        lastUse = Date.now();
      },
      { capture: true, passive: true },
    );
  registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  setInterval(look, LOOK_EVERY);
  setInterval(() => void registration?.update().catch(() => undefined), CHECK_EVERY);
  look();
}
