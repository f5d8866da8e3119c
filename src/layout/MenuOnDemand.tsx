import Dropdown from 'antd/es/dropdown/dropdown';
import type { MenuProps } from 'antd/es/menu';
import { cloneElement, type MouseEvent, type ReactElement, useState } from 'react';

type Opening = (event: MouseEvent) => void;
type Props = {
  /** Not called before the menu is first opened. */
  menu: () => MenuProps;
  /** `contextMenu`: by the right mouse button, a long touch or the key for it, and a click does what it did. */
  opens?: 'click' | 'contextMenu';
  children: ReactElement<{ onClick?: Opening; onContextMenu?: Opening }>;
};

/**
 * Something that opens a menu below it. antd's dropdown is created when it is first opened, because a list has several, a thousand rows have
 * one each, and so has each tab.
 */
export function MenuOnDemand({ menu, opens = 'click', children }: Props) {
  const [open, setOpen] = useState<boolean | null>(null);
  const onContextMenu: Opening = (event) => {
    event.preventDefault();
    setOpen(true);
  };
  const asked = opens === 'contextMenu' ? { onContextMenu } : null;
  if (open === null) return cloneElement(children, asked ?? { onClick: () => setOpen(true) });
  return (
    // A click elsewhere closes it, whatever opened it.
    <Dropdown trigger={['click']} autoFocus open={open} onOpenChange={(next) => setOpen(next && asked === null)} menu={menu()}>
      {asked ? cloneElement(children, asked) : children}
    </Dropdown>
  );
}
