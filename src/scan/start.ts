import { startQueue } from './queue/use-queue.ts';
import { keepOnDevice, watchVersion } from './sw/update.ts';

/** What scanning needs beside its pages: scans of yesterday are sent whoever works here today, and the pages are kept on the device. */
export function startScanning(): void {
  startQueue();
  watchVersion();
  keepOnDevice().catch(() => undefined);
}
