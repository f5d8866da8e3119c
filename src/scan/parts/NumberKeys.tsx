import { useT } from '../../providers/i18n.ts';
import './figures.css';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];

/** Keys for the number of pieces, always visible. */
export function NumberKeys({ onKey }: { onKey: (key: string) => void }) {
  const t = useT();
  return (
    <div className="s-figures" role="group" aria-label={t('scan.station.quantity')}>
      {KEYS.map((key) => (
        <button key={key} type="button" className="s-button" onClick={() => onKey(key)}>
          {key}
        </button>
      ))}
      <button type="button" className="s-button" aria-label={t('scan.station.erase')} onClick={() => onKey('erase')}>
        ⌫
      </button>
    </div>
  );
}
