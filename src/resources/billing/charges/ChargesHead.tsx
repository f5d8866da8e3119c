import { Link } from 'react-router';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useRead } from '../../../providers/use-call.ts';
import '../../../core/charts/charts.css';

type Proof = { at: string; from: string; to: string; facts: number; gaps: number };
/** Milliseconds between two polls. */
const EVERY = 60_000;

/** Beside the list's title: whether every fact of the last month has a charge with a price. It opens the list of gaps. */
export function ChargesHead() {
  const t = useT();
  const { number, date } = useFormat();
  const may = useAllowed('charges.collect');
  const { data } = useRead<Proof>('/v0/charges/proof', {
    queryKey: ['data', 'default', 'charges', 'proof'],
    refetchInterval: EVERY,
    staleTime: EVERY,
    enabled: may,
    background: true,
  });
  if (!data) return null;
  return (
    <Link
      className="f-proof"
      to={`/accounting/charge-gaps?${new URLSearchParams({ from: data.from, to: data.to })}`}
      title={`${date(data.from)} – ${date(data.to)}`}
    >
      <StatusTag meaning={data.gaps === 0 ? 'done' : 'stop'}>
        {t(data.gaps === 0 ? 'charges.proof.holds' : 'charges.proof.broken', { facts: number(data.facts), gaps: number(data.gaps) })}
      </StatusTag>
    </Link>
  );
}
