import Button from 'antd/es/button';
import { Icon } from '../../../layout/icons.tsx';
import { MenuOnDemand } from '../../../layout/MenuOnDemand.tsx';
import { SIZES, setSize, usePreferences } from '../../../layout/preferences.ts';
import { useMaskT } from '../field-context.ts';

/** The height of rows, which is the size preference of the user. */
export function DensityMenu() {
  const t = useMaskT();
  const size = usePreferences((preferences) => preferences.size);
  return (
    <MenuOnDemand
      menu={() => ({
        items: SIZES.map((key) => ({ key, label: t(`density.${key}`) })),
        selectable: true,
        selectedKeys: [size],
        onClick: ({ key }) => {
          const chosen = SIZES.find((one) => one === key);
          if (chosen) setSize(chosen);
        },
      })}
    >
      <Button type="text" className="l-quiet l-office" icon={<Icon name="rows" />} title={t('density.open')} aria-haspopup="menu">
        <span className="l-words">{t(`density.${size}`)}</span>
      </Button>
    </MenuOnDemand>
  );
}
