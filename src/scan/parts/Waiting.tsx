import type { WaitingWork } from '#contract/scanning/station/waiting-work';
import { Icon } from '../../layout/icons.tsx';
import { useT } from '../../providers/i18n.ts';

type Props = { waiting: readonly WaitingWork[]; onOpen: (code: string) => void };

/** What can be opened at this station: a tap stands for a scan of the number, for whoever has no paper in hand. */
export function Waiting({ waiting, onOpen }: Props) {
  const t = useT();
  return (
    <section className="s-lines s-waiting" aria-label={t('scan.desk.waiting')}>
      <h2>{t('scan.desk.waiting')}</h2>
      <ul aria-label={t('scan.desk.waiting')}>
        {waiting.map(({ code, pieces, lines, urgent }) => (
          <li key={code}>
            <button type="button" onClick={() => onOpen(code)}>
              <code>{code}</code>
              {urgent && <b className="s-urgent">{t('scan.desk.urgent')}</b>}
              <span>
                {pieces ? `${t('scan.desk.waitingPieces', { count: pieces })} · ${t('scan.desk.waitingLines', { count: lines ?? 0 })}` : ''}
              </span>
              <Icon name="right" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
