import { Link } from 'react-router';
import { AgeBars } from '../core/charts/AgeBars.tsx';
import { Days } from '../core/charts/Days.tsx';
import { StatusTag } from '../core/mask/kinds/StatusTag.tsx';
import { Icon } from '../layout/icons.tsx';
import { useFormat } from '../providers/format.ts';
import { useT } from '../providers/i18n.ts';
import { type HomeSeries, type HomeTile, listAddress, seenSize, type useHome } from './home.ts';
import './home.css';

function Tile({ tile }: { tile: HomeTile }) {
  const t = useT();
  const { number } = useFormat();
  const title = t(`home.tiles.${tile.key}`);
  return (
    <li data-tone={tile.count > 0 ? tile.tone : undefined}>
      <Link to={listAddress(tile)}>
        <b className="m-figures">{`${number(tile.count)}${tile.exact ? '' : '+'}`}</b>
        <StatusTag meaning={tile.count > 0 ? tile.tone : 'closed'}>{title}</StatusTag>
      </Link>
      {tile.station === null ? null : (
        <Link to={tile.station} className="h-station" aria-label={t('home.stationOf', { title })}>
          <Icon name="scan" /> {t('home.station')}
        </Link>
      )}
    </li>
  );
}

function Picture({ series, today }: { series: HomeSeries; today: string }) {
  const t = useT();
  const { number, money } = useFormat();
  const { key, kind, points, currency } = series;
  const title = t(`home.series.${key}`);
  const told = (value: number): string => (currency === null ? number(value) : money(value, currency));
  const sum = points.reduce((all, { value }) => all + value, 0);
  return (
    <section className="h-picture">
      <h3>
        <Link to={series.path}>{title}</Link> <b className="m-figures">{told(sum)}</b>
      </h3>
      {kind === 'days' ? (
        <Days points={points} today={today} label={title} />
      ) : (
        <AgeBars
          title=""
          parts={points.map(({ at, value }) => ({ key: at, label: t(`invoices.balances.${at}`), value, text: told(value) }))}
        />
      )}
    </section>
  );
}

function Bones() {
  const { tiles, series } = seenSize();
  return (
    <div aria-hidden="true">
      <ul className="h-tiles">
        {Array.from({ length: tiles }, (_, i) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={i} className="h-bone" />
        ))}
      </ul>
      <div className="h-pictures">
        {Array.from({ length: series }, (_, i) => (
          // oxlint-disable-next-line react/no-array-index-key
          <section key={i} className="h-picture h-bone" />
        ))}
      </div>
    </div>
  );
}

/** Work that needs the user's attention: counts that link to their lists, and charts. */
export function Waiting({ home }: { home: ReturnType<typeof useHome> }) {
  const t = useT();
  const { data } = home;
  if (!data) return home.isError ? null : <Bones />;
  const { tiles, series, today } = data;
  const some = tiles.some(({ count }) => count > 0);
  return (
    <>
      {tiles.length === 0 ? null : (
        <section aria-labelledby="home-waiting">
          <h2 id="home-waiting">{t('home.waiting')}</h2>
          {some ? null : (
            <p className="h-nothing">
              <Icon name="check-circle" /> {t('home.nothing')}
            </p>
          )}
          <ul className="h-tiles">
            {tiles.map((tile) => (
              <Tile key={tile.key} tile={tile} />
            ))}
          </ul>
        </section>
      )}
      {series.length === 0 ? null : (
        <div className="h-pictures">
          {series.map((one) => (
            <Picture key={one.key} series={one} today={today} />
          ))}
        </div>
      )}
    </>
  );
}
