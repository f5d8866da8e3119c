import Button from 'antd/es/button';
import Dropdown from 'antd/es/dropdown/dropdown';
import { COMMANDS, type CommandName } from '#contract/orders/actions';
import { TASK_TEXTS } from '#contract/orders/texts';
import { asNumber, asText, type Row } from '../../../core/mask/kinds/kind.ts';
import type { MenuEntry, PartProps } from '../../../core/mask/parts.ts';
import { usePhone } from '../../../core/mask/use-room.ts';
import { useT } from '../../../providers/i18n.ts';
import { allowed } from '../../../providers/user.ts';
import { useCommand } from './Command.tsx';
import { useOrderHistory } from './order-history.ts';

/** Order of the commands: first those that let work continue, then those that stop it, then rare ones. */
const ORDER: readonly CommandName[] = [
  'acceptCancel',
  'denyCancel',
  'correctAddress',
  'shipOutPlease',
  'shipPart',
  'resolve',
  'acceptShort',
  'closeReceipt',
  'acceptDifference',
  'markArrived',
  'finish',
  'reopen',
  'holdOn',
  'updateStatusByInventory',
  'requestRetour',
  'raise',
  'markUnderWay',
  'markPartDone',
  'forceGates',
  'requestUnlinkInventory',
  'rollbackReceipt',
  'requestCancel',
];
const SHOWN = 2;
const SHOWN_ON_A_PHONE = 1;
/** Refusals because the task is of another kind. Such commands are hidden. */
const FOREIGN: ReadonlySet<string | null> = new Set(['wrongKind']);

const mayLackStock = (row: Row): boolean => row['kind'] === 'outbound' && (asNumber(row['picked']) ?? 0) < (asNumber(row['pieces']) ?? 0);

/** The commands of a task: two buttons and a menu. Refused commands are in the menu with their reason. */
export function TaskActions({ mask, row, disabled, more }: PartProps & { disabled: boolean; more: readonly MenuEntry[] }) {
  const t = useT();
  const phone = usePhone();
  const places = phone ? SHOWN_ON_A_PHONE : SHOWN;
  const history = useOrderHistory(asText(row['id'])).data;
  const { run, host } = useCommand(mask, row);
  if (!history) return null;
  const known = ORDER.flatMap((name) => history.commands.filter(({ command }) => command === name))
    .filter(({ command, refusal }) => !FOREIGN.has(refusal) && allowed(`tasks.${COMMANDS[command].privilege}`))
    // Releasing an order out of stock would only allocate again and refuse; “Check stock again” says so.
    .filter(({ command }) => command !== 'shipOutPlease' || row['status'] !== 'outOfStock')
    // It allocates stock: there is nothing to allocate for goods that come in, or once all is picked.
    .filter(({ command }) => command !== 'updateStatusByInventory' || mayLackStock(row))
    // The rules always allow this command, but it is useful only for a wrong address.
    .filter(({ command }) => command !== 'correctAddress' || history.blockers.some(({ kind }) => kind === 'wrongAddress'));
  const free = known.filter(({ refusal }) => refusal === null);
  // The command that provides the first missing fact is the button at the foot of a phone, which has no room for it twice.
  const others = phone ? free.filter(({ command }) => command !== history.missing[0]?.action) : free;
  const shown = others.slice(0, places);
  const menu = [...others.slice(places), ...known.filter(({ refusal }) => refusal !== null)];
  return (
    <>
      {shown.map(({ command }) => (
        <Button key={command} danger={COMMANDS[command].danger} disabled={disabled} onClick={() => run(command)}>
          {t(TASK_TEXTS.command(command))}
        </Button>
      ))}
      {menu.length + more.length > 0 ? (
        <Dropdown
          trigger={['click']}
          autoFocus
          disabled={disabled}
          menu={{
            items: [
              ...menu.map(({ command, refusal }) => ({
                key: command,
                disabled: refusal !== null,
                danger: COMMANDS[command].danger && refusal === null,
                label: (
                  <span className="t-command">
                    {t(TASK_TEXTS.command(command))}
                    {refusal ? <small>{t(TASK_TEXTS.refusal(refusal))}</small> : null}
                  </span>
                ),
              })),
              ...(menu.length > 0 && more.length > 0 ? [{ type: 'divider' as const }] : []),
              ...more.map(({ key, label, danger }) => ({ key: `row.${key}`, label, danger })),
            ],
            onClick: ({ key }) => {
              const entry = more.find((one) => `row.${one.key}` === key);
              if (entry) entry.run();
              else run(key as CommandName);
            },
          }}
        >
          <Button aria-label={t('taskPage.more')} aria-haspopup="menu">
            ⋯
          </Button>
        </Dropdown>
      ) : null}
      {host}
    </>
  );
}
