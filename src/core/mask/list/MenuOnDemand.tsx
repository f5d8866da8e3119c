import Dropdown from 'antd/es/dropdown/dropdown';
import type { MenuProps } from 'antd/es/menu';
import { cloneElement, type ReactElement, useState } from 'react';

type Props = {
  /** Called only while the menu was opened once. */
  menu: () => MenuProps;
  children: ReactElement<{ onClick?: () => void }>;
};

/**
 * A button that opens a menu. antd's dropdown is created when it is first opened: a list has several, a thousand rows have one each, and each
 * takes longer to render than the row.
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
