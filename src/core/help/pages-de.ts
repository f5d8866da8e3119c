import type { GuidePage } from './page.ts';

export const PAGES = import.meta.glob<GuidePage>('../../../docs/guide/de/*.md', { eager: true, import: 'page' });
