import type { ComponentType } from 'react';

const banners: ComponentType[] = [];

/** Registers a banner of an area, shown above every view until it is answered. Pass a lazy component, at start. */
export function registerBanner(banner: ComponentType): void {
  banners.push(banner);
}

export const Banners = () => (
  <>
    {banners.map((Banner, i) => (
      // Registered once at start, so the order never changes.
      // oxlint-disable-next-line react/no-array-index-key
      <Banner key={i} />
    ))}
  </>
);
