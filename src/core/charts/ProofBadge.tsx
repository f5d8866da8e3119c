import { formatInstant, formatTime } from '../../providers/format.ts';
import { useT } from '../../providers/i18n.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { useRead } from '../../providers/use-call.ts';
import { StatusTag } from '../mask/kinds/StatusTag.tsx';
import { usePhone } from '../mask/use-room.ts';
import './charts.css';

type Proof = { at: string; broken: number; rules: { rule: string; broken: number }[]; full: { at: string } | null };
/** Milliseconds between two polls. */
const EVERY = 60_000;

const clock = (at: string): string => formatTime(at);

/** The result of the continuous check that ledger and balances agree, with its time. Red with the violated rules if they do not. */
export function ProofBadge() {
  const t = useT();
  const may = useAllowed('stockMoves.read');
  const isPhone = usePhone();
  const { data } = useRead<Proof>('/v0/stock/proof', {
    queryKey: ['stock', 'proof'],
    refetchInterval: EVERY,
    staleTime: EVERY,
    enabled: may,
    background: true,
  });
  if (!data) return null;
  const broken = data.rules.filter((rule) => rule.broken > 0);
  return (
    <span
      className="f-proof"
      title={
        data.full ? `${formatInstant(data.at)} · ${t('board.proof.full', { at: formatInstant(data.full.at) })}` : formatInstant(data.at)
      }
    >
      {data.broken === 0 ? (
        <StatusTag meaning="done">{t(isPhone ? 'board.proof.holdsShort' : 'board.proof.holds', { time: clock(data.at) })}</StatusTag>
      ) : (
        <StatusTag meaning="stop">
          {t('board.proof.broken', { rules: broken.map((rule) => `${rule.rule}: ${rule.broken}`).join(', ') || String(data.broken) })}
        </StatusTag>
      )}
    </span>
  );
}
