import Button from 'antd/es/button';
import { useNavigate } from 'react-router';
import type { CommandName } from '#contract/orders/actions';
import { COMMANDS } from '#contract/orders/actions';
import { TASK_TEXTS } from '#contract/orders/texts';
import { STATION_PATHS } from '#contract/scanning/station-paths';
import { TableHead } from '../../../core/mask/PageTable.tsx';
import { useFormat } from '../../../providers/format.ts';
import { useT } from '../../../providers/i18n.ts';
import { allowed, useUser } from '../../../providers/user.ts';
import type { OrderHistory } from './order-history.ts';

/** Missing goods of the lines: what is in stock, where, and why it cannot be picked, with the commands that help. */
export function Availability({ history, run }: { history: OrderHistory; run: (command: CommandName) => void }) {
  const t = useT();
  const { number } = useFormat();
  const navigate = useNavigate();
  const outside = useUser()?.merchantId !== null;
  if (history.waiting.length === 0) return null;
  const places = history.waiting.flatMap((line) => line.places);
  const part = places.some(({ why }) => why === null);
  const may = (command: CommandName): boolean =>
    history.commands.some((one) => one.command === command && one.refusal === null) && allowed(`tasks.${COMMANDS[command].privilege}`);
  return (
    <section>
      <h2>{t('taskPage.waiting.title')}</h2>
      <table className="m-table">
        <TableHead
          columns={[
            { label: t('taskPage.waiting.item') },
            { label: t('taskPage.waiting.wanted'), end: true },
            { label: t('taskPage.waiting.inHouse') },
          ]}
        />
        <tbody>
          {history.waiting.map((line) => (
            <tr key={line.lineId}>
              <th scope="row" className="m-mono">
                {history.lines.find(({ id }) => id === line.lineId)?.sku}
              </th>
              <td className="m-end m-figures">{number(line.wanted)}</td>
              <td>
                {line.places.length === 0 ? t('taskPage.waiting.nothing') : null}
                {line.places.map(({ place, qty, why }) => (
                  <div key={`${place} ${why ?? ''}`}>
                    <b className="m-figures">{number(qty)}</b> × <span className="m-mono">{place}</span>{' '}
                    {t(`taskPage.waiting.why.${why ?? 'free'}`)}
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="t-ways">
        {places.some(({ why }) => why === 'atDock') && !outside ? (
          <Button size="small" type="primary" onClick={() => void navigate(STATION_PATHS.putAway)}>
            {t('taskPage.waiting.putAway')}
          </Button>
        ) : null}
        {part && may('shipPart') ? (
          <Button size="small" onClick={() => run('shipPart')}>
            {t(TASK_TEXTS.command('shipPart'))}
          </Button>
        ) : null}
        <span className="m-quiet">{t('taskPage.waiting.wait')}</span>
      </p>
    </section>
  );
}
