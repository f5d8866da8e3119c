import { memo } from 'react';
import { useFormat } from '../providers/format.ts';
import { useT } from '../providers/i18n.ts';
import { pinnedPaths, useMenuChoice, waitingAt } from './favourites.ts';
import { Entry } from './MenuEntry.tsx';
import type { MenuEntry, MenuSection } from './menu.ts';
import { useWork } from './use-work.ts';

type Props = { entry: MenuEntry; current: boolean; count: number; exact: boolean; pastDue: boolean };

/** A favourite with the work that waits there. Of flat values, so that a step renders only the favourites that it changes. */
const WaitingEntry = memo(function WaitingEntry({ entry, current, ...waiting }: Props) {
  return (
    <Entry {...entry} withIcon current={current}>
      <Waiting {...waiting} />
    </Entry>
  );
});

function Waiting({ count, exact, pastDue }: { count: number; exact: boolean; pastDue: boolean }) {
  const t = useT();
  const { number } = useFormat();
  const shown = `${number(count)}${exact ? '' : '+'}`;
  const text = t(pastDue ? 'shell.favourites.pastDue' : 'shell.favourites.waiting', { count: shown });
  return (
    <span className="k-waiting" data-past-due={pastDue || undefined} title={text}>
      <span aria-hidden="true">{shown}</span>
      <span className="k-hidden">{text}</span>
    </span>
  );
}

/** The screens that the user has pinned by their star, with the work that waits there. */
export function Favourites({ menu, here }: { menu: readonly MenuSection[]; here: string | undefined }) {
  const t = useT();
  const pinned = useMenuChoice(pinnedPaths);
  const work = useWork();
  const entries = menu.flatMap((section) => section.entries);
  const shown = pinned.flatMap((path) => entries.find((entry) => entry.path === path) ?? []);
  if (shown.length === 0) return null;
  return (
    <section>
      <h2>{t('shell.favourites.title')}</h2>
      <ul>
        {shown.map((entry) => {
          const waiting = waitingAt(work, entry.path);
          const current = entry.path === here;
          if (!waiting) return <Entry key={entry.path} {...entry} withIcon current={current} />;
          const { count, exact, pastDue } = waiting;
          return <WaitingEntry key={entry.path} entry={entry} current={current} count={count} exact={exact} pastDue={pastDue} />;
        })}
      </ul>
    </section>
  );
}
