import { useHistory } from '../../data.ts';
import { useMaskT } from '../../field-context.ts';
import { ChangeList } from '../read/LastChanges.tsx';

const SHOWN = 3;

/** Who changed the record last. */
export function PreviewChanges({ area, id }: { area: string; id: string }) {
  const t = useMaskT();
  const changes = useHistory(area, id).data ?? [];
  if (changes.length === 0) return null;
  return (
    <section className="p-part">
      <header>
        <h3>{t('record.changes')}</h3>
      </header>
      <ChangeList changes={changes.slice(0, SHOWN)} className="p-steps" />
    </section>
  );
}
