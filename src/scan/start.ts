import { startQueue } from './queue/use-queue.ts';
import { keepOnDevice, watchVersion } from './sw/update.ts';

/** Starts the background work of scanning: sends queued scans of all users and stores the pages on the device. */
export function startScanning(): void {
  startQueue();
  watchVersion();
  keepOnDevice().catch(() => undefined);
}
