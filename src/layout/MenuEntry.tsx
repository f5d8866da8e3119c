import { memo, type ReactNode, useEffect, useRef } from 'react';
import { Icon } from './icons.tsx';
import type { MenuEntry } from './menu.ts';

/** `still`: does not scroll the menu, because the screen is marked in another place too. */
type Props = MenuEntry & { current: boolean; withIcon: boolean; still?: boolean; children?: ReactNode };

/** A plain link, because the router's own renders with every change of the URL, and there are dozens. The menu handles the clicks. */
export const Entry = memo(function Entry({ path, icon, label, current, withIcon, still = false, children }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(
    function keepInView() {
      if (current && !still) link.current?.scrollIntoView({ block: 'nearest' });
    },
    [current, still],
  );
  return (
    <li>
      <a ref={link} href={path} aria-current={current ? 'page' : undefined}>
        {withIcon && <Icon name={icon} />}
        <span>{label}</span>
        {children}
      </a>
    </li>
  );
});
