import type { GuidePage } from './page.ts';

export const PAGES = import.meta.glob<GuidePage>('../../../docs/guide/cn/*.md', { eager: true, import: 'page' });
