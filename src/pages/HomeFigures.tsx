import { Link } from 'react-router';
import type { Detail, HomeTile } from '#contract/core/home';
import { StatusTag } from '../core/mask/kinds/StatusTag.tsx';
import { Icon } from '../layout/icons.tsx';
import { useFormat } from '../providers/format.ts';
import { useT } from '../providers/i18n.ts';
import { figuresOf, listAddress } from './home.ts';

/** The second line of a figure: since when, from which day, how many pieces, how much money, and of which carriers. */
function useDetail(): (detail: Detail) => string {
  const t = useT();
  const { number, money, day, relative } = useFormat();
  return (detail) => {
    switch (detail.kind) {
      case 'since':
        return t('home.detail.since', { since: relative(detail.at) });
      case 'from':
        return t('home.detail.from', { day: day(detail.day) });
      case 'pieces':
        return t('home.detail.pieces', { count: detail.pieces, n: number(detail.pieces) });
      case 'carriers':
        return detail.carriers.map(({ name, amount, currency }) => `${name} ${money(amount, currency)}`.trim()).join(' · ');
      case 'amounts':
        return detail.amounts.map(({ amount, currency }) => money(amount, currency)).join(' + ');
    }
  };
}

const countText = ({ count, exact }: HomeTile, number: (value: number) => string): string => `${number(count)}${exact ? '' : '+'}`;

function Figure({ tile }: { tile: HomeTile }) {
  const t = useT();
  const { number } = useFormat();
  const detail = useDetail();
  const title = t(`home.tiles.${tile.key}`);
  return (
    <li>
      <Link to={listAddress(tile)}>
        <b>{countText(tile, number)}</b>
        <StatusTag meaning={tile.count > 0 ? tile.tone : 'closed'}>{title}</StatusTag>
        {tile.detail ? <small>{detail(tile.detail)}</small> : null}
      </Link>
      {tile.station === null ? null : (
        <Link to={tile.station} className="h-station" aria-label={t('home.stationOf', { title })}>
          <Icon name="scan" /> {t('home.station')}
        </Link>
      )}
    </li>
  );
}

/** What needs the user's attention: up to five figures in a strip, and the rest as links below it. */
export function HomeFigures({ tiles }: { tiles: readonly HomeTile[] }) {
  const t = useT();
  const { number } = useFormat();
  if (tiles.length === 0) return null;
  const { shown, more } = figuresOf(tiles);
  return (
    <section aria-label={t('home.waiting')}>
      {tiles.some(({ count }) => count > 0) ? null : (
        <p className="h-nothing">
          <Icon name="check-circle" /> {t('home.nothing')}
        </p>
      )}
      {shown.length === 0 ? null : (
        <ul className="h-figures">
          {shown.map((tile) => (
            <Figure key={tile.key} tile={tile} />
          ))}
        </ul>
      )}
      {more.length === 0 ? null : (
        <ul className="h-more" aria-label={t('home.also')}>
          {more.map((tile) => (
            <li key={tile.key}>
              <Link to={listAddress(tile)}>
                <StatusTag meaning={tile.tone}>{t(`home.tiles.${tile.key}`)}</StatusTag>
                <b>{countText(tile, number)}</b>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
