import type { GuidePage } from './page.ts';

export const PAGES = import.meta.glob<GuidePage>('../../../docs/guide/en/*.md', { eager: true, import: 'page' });
