import { findDecoder } from './decoders/find.ts';
import { createRecentReads } from './recent-reads.ts';

/** `insecure`: the page is served over plain http, where browsers do not allow camera access. */
export type CameraFault = 'insecure' | 'refused' | 'none' | 'failed';
export type Camera = {
  stop: () => void;
  /** Null if the camera has no lamp. */
  torch: ((on: boolean) => Promise<void>) | null;
};

const EVERY = 110;

const FAULTS: Record<string, CameraFault> = {
  InsecureError: 'insecure',
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
};
export const cameraFault = (error: unknown): CameraFault => (error instanceof Error ? (FAULTS[error.name] ?? 'failed') : 'failed');

function torchOf(track: MediaStreamTrack | undefined): Camera['torch'] {
  const able = track?.getCapabilities?.();
  if (!track || !able || !('torch' in able) || able.torch !== true) return null;
  return (on) => track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
}

/**
 * Reads codes from the back camera until it is stopped. Import this file on demand, because it includes the decoder.
 * @param signal cancels a start that still waits for permission, so that the camera does not stay on after the dialog is closed
 * @throws the fault that `cameraFault` names
 */
export async function startCamera(video: HTMLVideoElement, onCode: (code: string) => void, signal: AbortSignal): Promise<Camera> {
  if (!('mediaDevices' in navigator)) throw Object.assign(new Error('no secure context'), { name: 'InsecureError' });
  const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: 'environment', width: { ideal: 1920 } } });
  const off = (): void => {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  let over = false;
  let closeDecoder = (): void => undefined;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const stop = (): void => {
    over = true;
    if (timer) clearTimeout(timer);
    closeDecoder();
    off();
  };
  if (signal.aborted) {
    stop();
    return { stop, torch: null };
  }
  signal.addEventListener('abort', stop);
  video.srcObject = stream;
  video.playsInline = true;
  video.muted = true;
  const decoder = await video
    .play()
    .then(findDecoder)
    .catch((error: unknown) => {
      stop();
      throw error;
    });
  // The dialog was closed while the decoder was starting.
  if (over) {
    decoder.close();
    return { stop, torch: null };
  }
  closeDecoder = decoder.close;
  const judge = createRecentReads();
  const look = async (): Promise<void> => {
    // A hidden tab has nothing to read. Skipping it saves power.
    const seen = document.hidden ? null : await decoder.read(video).catch(() => null);
    if (over) return;
    video.dataset['decoder'] = decoder.name();
    const code = judge(seen, performance.now());
    if (code !== null) onCode(code);
    timer = setTimeout(() => void look(), EVERY);
  };
  void look();
  return { stop, torch: torchOf(stream.getVideoTracks()[0]) };
}
