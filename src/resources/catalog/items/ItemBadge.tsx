import { useRelated } from '../../../core/mask/data.ts';
import { asText } from '../../../core/mask/kinds/kind.ts';
import { StatusTag } from '../../../core/mask/kinds/StatusTag.tsx';
import type { PartProps } from '../../../core/mask/parts.ts';
import { useT } from '../../../providers/i18n.ts';

/** Whether an item can be sold: the state beside its title. */
export function ItemBadge({ row }: PartProps) {
  const t = useT();
  const facts = useRelated('items', asText(row['id'])).data?.facts;
  if (!facts || row['kind'] === 'logical') return null;
  const free = Number(facts.find(({ key }) => key === 'free')?.value ?? 0);
  if (free <= 0) return <StatusTag meaning="stop">{t('items.status.soldOut')}</StatusTag>;
  const low = free < Number(row['minStock'] ?? 0);
  return <StatusTag meaning={low ? 'wait' : 'done'}>{t(low ? 'items.status.low' : 'items.status.inStock')}</StatusTag>;
}
