import { Link, useLocation } from 'react-router';
import { useT } from '../../../providers/i18n.ts';
import { inventoryScreens } from './paths.ts';
import './inventory.css';

/** Switches the inventory between one row for each item and one row for each place. */
export function InventorySwitch() {
  const t = useT();
  const { pathname } = useLocation();
  const screens = inventoryScreens(pathname);
  if (!screens) return null;
  return (
    <nav className="inventory-switch" aria-label={t('itemStocks.switch.label')}>
      <Link to={screens.items} aria-current={pathname === screens.items ? 'page' : undefined}>
        {t('itemStocks.switch.items')}
      </Link>
      <Link to={screens.places} aria-current={pathname === screens.places ? 'page' : undefined}>
        {t('itemStocks.switch.places')}
      </Link>
    </nav>
  );
}
