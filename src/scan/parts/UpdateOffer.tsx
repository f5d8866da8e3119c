import { useT } from '../../providers/i18n.ts';
import { takeUpdate, useUpdate } from '../sw/update.ts';

/** A new version was downloaded. It is activated while the station is idle, not during a scan. */
export function UpdateOffer() {
  const t = useT();
  const waiting = useUpdate((state) => state.waiting);
  if (!waiting) return null;
  return (
    <p className="s-banner" data-kind="update" role="status">
      {t('scan.station.update')}
      <button type="button" className="s-button" onClick={takeUpdate}>
        {t('buttons.update')}
      </button>
    </p>
  );
}
