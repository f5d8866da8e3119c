import { useT } from '../../providers/i18n.ts';
import type { RowFault } from './codes.ts';

const SHOWN = 50;

/** Rows that are left out, each with its reason. */
export function FaultList({ faults }: { faults: readonly RowFault[] }) {
  const t = useT();
  if (faults.length === 0) return null;
  return (
    <div className="m-bar m-bar-stop" role="alert">
      {t('print.faults.title', { count: faults.length })}
      <ul className="pr-faults">
        {faults.slice(0, SHOWN).map(({ row, code, fault }) => (
          <li key={row}>{t('print.faults.row', { row, code, reason: t(`print.faults.${fault}`) })}</li>
        ))}
      </ul>
    </div>
  );
}
