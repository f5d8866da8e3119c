import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../layout/icons.tsx';
import { useT } from '../../providers/i18n.ts';
import type { Camera, CameraFault } from '../capture/camera.ts';

type Props = { onCode: (code: string) => void; onClose: () => void };

/** Uses the device's camera as a scanner. It stays open beside the work from code to code. The decoder is loaded only here. */
export function CameraPanel({ onCode, onClose }: Props) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onCode);
  const [camera, setCamera] = useState<Camera | null>(null);
  const [fault, setFault] = useState<CameraFault | null>(null);
  const [lamp, setLamp] = useState(false);
  useEffect(function keepLatest() {
    latest.current = onCode;
  });
  useEffect(function look() {
    const halt = new AbortController();
    let started: Camera | null = null;
    const begin = async (): Promise<void> => {
      const { startCamera, cameraFault } = await import('../capture/camera.ts');
      try {
        if (!video.current || halt.signal.aborted) return;
        started = await startCamera(video.current, (code) => latest.current(code), halt.signal);
        if (halt.signal.aborted) started.stop();
        else setCamera(started);
      } catch (error) {
        if (!halt.signal.aborted) setFault(cameraFault(error));
      }
    };
    begin().catch(() => setFault('failed'));
    return () => {
      halt.abort();
      started?.stop();
    };
  }, []);
  return (
    <section className="s-camera" aria-label={t('scan.station.camera')}>
      {fault === null ? <video ref={video} aria-label={t('scan.camera.picture')} /> : <p role="alert">{t(`scan.camera.${fault}`)}</p>}
      <div>
        {camera?.torch && (
          <button
            type="button"
            className="s-button"
            aria-pressed={lamp}
            onClick={() => {
              setLamp(!lamp);
              void camera.torch?.(!lamp);
            }}
          >
            <Icon name="star" /> {t('scan.camera.lamp')}
          </button>
        )}
        <button type="button" className="s-button" onClick={onClose}>
          {t('buttons.close')}
        </button>
      </div>
    </section>
  );
}
