import type { Home } from '#contract/core/home';
import { RelatedTable } from '../core/mask/record/read/RelatedTable.tsx';
import { useT } from '../providers/i18n.ts';
import { listAddress } from './home.ts';
import '../core/mask/record/read/read.css';

/** The rows behind the most urgent tile. */
export function HomeFirst({ tiles, first }: { tiles: Home['tiles']; first: NonNullable<Home['first']> }) {
  const t = useT();
  const tile = tiles.find(({ key }) => key === first.tile);
  return <RelatedTable list={first.list} title={t('home.first')} note={t(`home.tiles.${first.tile}`)} to={tile && listAddress(tile)} />;
}
