/** The text of a mail that has no text but HTML. It is shown as text, so this decides what can be read, not what is safe. */

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const POINT_MAX = 0x10ffff;

function character(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole;
  const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return Number.isInteger(point) && point > 0 && point <= POINT_MAX ? String.fromCodePoint(point) : '';
}

/** Without comments and without what is no text. Reads the page once, so that a mail made to be slow is not. */
function visible(html: string): string {
  let text = '';
  let from = 0;
  let hidden: string | null = null;
  for (const { 0: mark, 1: slash = '', 2: tag = '', index } of html.matchAll(/<!--|-->|<(\/?)(script|style|head|title)\b[^<>]*>/gi)) {
    const name = tag === '' ? 'comment' : tag.toLowerCase();
    if (hidden === null) text += html.slice(from, index);
    from = index + mark.length;
    if (mark === '-->' || slash === '/') hidden = hidden === name ? null : hidden;
    else hidden ??= name;
  }
  return hidden === null ? text + html.slice(from) : text;
}

/** Paragraphs become lines. */
export function textOfHtml(html: string): string {
  return visible(html)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<br ?\/?>/gi, '\n')
    .replaceAll(/<li\b[^<>]*>/gi, '\n- ')
    .replaceAll(/<\/?(p|div|tr|table|h[1-6]|ul|ol|blockquote|hr)\b[^<>]*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(#x?[0-9a-f]{1,6}|[a-z]{2,6});/gi, character)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
