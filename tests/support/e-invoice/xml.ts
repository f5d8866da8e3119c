/** A small reader of XML, strict about what our writers produce: no DOCTYPE, no CDATA, no mixed content. */

export type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string };

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const signOf = (_all: string, name: string): string => {
  const sign = ENTITIES[name];
  if (sign === undefined) throw new Error(`unknown entity ${name}`);
  return sign;
};
// Nearly no text has an entity, and tens of thousands of documents are read.
const plain = (text: string): string => (text.includes('&') ? text.replaceAll(/&(\w+);/g, signOf) : text);

function attributesOf(source: string | undefined): Record<string, string> {
  const found: Record<string, string> = {};
  if (source) for (const [, key = '', value = ''] of source.matchAll(/([\w:]+)="([^"]*)"/g)) found[key] = plain(value);
  return found;
}

/** @throws Error if it is not well-formed */
export function readXml(source: string): Element {
  const body = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/, '');
  if (body === source) throw new Error('no XML declaration');
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  for (const [token, close, name, attributes, text] of body.matchAll(/<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*>|([^<]+)|</g)) {
    const top = open.at(-1) ?? root;
    if (token === '<') throw new Error('a tag that is none');
    if (text !== undefined) top.text += plain(text);
    else if (close) {
      if (top.name !== name) throw new Error(`</${name}> closes <${top.name}>`);
      if (top.children.length > 0 && top.text.trim() !== '') throw new Error(`<${name}> has text beside elements`);
      open.pop();
    } else {
      const made: Element = { name: name ?? '', attributes: attributesOf(attributes), children: [], text: '' };
      top.children.push(made);
      open.push(made);
    }
  }
  const [only] = root.children;
  if (open.length !== 1 || root.children.length !== 1 || !only || root.text.trim() !== '') throw new Error('not one whole element');
  return only;
}

/** The elements at a path of names with their prefixes. */
export function all(from: Element | undefined, path: string): Element[] {
  let found = from ? [from] : [];
  for (const name of path.split('/')) {
    const next: Element[] = [];
    for (const { children } of found) for (const child of children) if (child.name === name) next.push(child);
    found = next;
    if (found.length === 0) break;
  }
  return found;
}
export const at = (from: Element | undefined, path: string): Element | undefined => all(from, path)[0];
export const textAt = (from: Element | undefined, path: string): string | undefined => at(from, path)?.text;

/** Every element of a document, in its order. */
export function everyElement(root: Element, into: Element[] = []): Element[] {
  into.push(root);
  for (const child of root.children) everyElement(child, into);
  return into;
}
