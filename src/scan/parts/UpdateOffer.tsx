import { useT } from '../../providers/i18n.ts';
import { takeUpdate, useUpdate } from '../sw/update.ts';

/** A new version waits. It comes by itself when the station rests; nobody is interrupted for it. */
export function UpdateOffer() {
  const t = useT();
  const waiting = useUpdate((state) => state.waiting);
  if (!waiting) return null;
  return (
    <p className="s-banner" data-kind="update" role="status">
      {t('scan.desk.update')}
      <button type="button" className="s-button" onClick={takeUpdate}>
        {t('buttons.update')}
      </button>
    </p>
  );
}
