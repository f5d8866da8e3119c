import Button from 'antd/es/button';
import { Icon } from '../../../layout/icons.tsx';
import { MenuOnDemand } from '../../../layout/MenuOnDemand.tsx';
import { useMaskT } from '../field-context.ts';

export type ListMenuItem = { key: string; label: string; run: () => void };

/** What is rarely done with a list: save the view, show deleted records. */
export function ListMenu({ items }: { items: readonly ListMenuItem[] }) {
  const t = useMaskT();
  return (
    <MenuOnDemand
      menu={() => ({
        items: items.map(({ key, label }) => ({ key, label })),
        onClick: ({ key }) => items.find((item) => item.key === key)?.run(),
      })}
    >
      <Button type="text" className="l-quiet" icon={<Icon name="more" />} aria-label={t('record.more')} aria-haspopup="menu" />
    </MenuOnDemand>
  );
}
