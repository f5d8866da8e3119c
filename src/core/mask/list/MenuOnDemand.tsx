import Dropdown from 'antd/es/dropdown/dropdown';
import type { MenuProps } from 'antd/es/menu';
import { cloneElement, type ReactElement, useState } from 'react';

type Props = {
  /** Not called before the menu is first opened. */
  menu: () => MenuProps;
  children: ReactElement<{ onClick?: () => void }>;
};

/**
 * A button that opens a menu. antd's dropdown is created when it is first opened, because a list has several, and a thousand rows have one
 * each.
 */
export function MenuOnDemand({ menu, children }: Props) {
  const [open, setOpen] = useState<boolean | null>(null);
  if (open === null) return cloneElement(children, { onClick: () => setOpen(true) });
  return (
    <Dropdown trigger={['click']} autoFocus open={open} onOpenChange={setOpen} menu={menu()}>
      {children}
    </Dropdown>
  );
}
