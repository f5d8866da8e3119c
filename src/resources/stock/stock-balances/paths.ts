/** The inventory of the house and that of a merchant, each by item and by place. */
const SCREENS = [
  { items: '/wms/inventory-items', places: '/wms/inventory' },
  { items: '/mEP/inventory', places: '/mEP/inventory-places' },
] as const;

/** The two screens of which the one at this path is one. */
export const inventoryScreens = (path: string) => SCREENS.find(({ items, places }) => path === items || path === places);
