import { type ComponentType, Suspense } from 'react';

const banners: ComponentType[] = [];

/** What an area wants said above every view, until it is answered; give a lazy component. Called by the area at start. */
export function registerBanner(banner: ComponentType): void {
  banners.push(banner);
}

export const Banners = () => (
  <Suspense fallback={null}>
    {banners.map((Banner, i) => (
      // Registered once at start, in one order.
      // oxlint-disable-next-line react/no-array-index-key
      <Banner key={i} />
    ))}
  </Suspense>
);
