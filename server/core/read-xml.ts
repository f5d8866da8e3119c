import { SaxesParser } from 'saxes';
import type { Steps } from './steps.ts';

/**
 * A small tree of an XML document, by local names. A document type is refused, because it can define entities that grow without limit
 * (CWE-776) or name files of the server (CWE-611); saxes knows the five predefined entities only.
 */
export type Node = { name: string; line: number; attributes: Record<string, string>; text: string; children: Node[] };

export type XmlFault = 'doctype' | 'tooDeep' | 'tooMany' | 'broken' | 'cut';
export type XmlLimits = { depth: number; nodes: number };
/** Throws the error of whoever reads the file. */
export type FailXml = (fault: XmlFault, params: { line: number; text?: string }) => never;

/** Characters that are read in one step: a few milliseconds. */
const CHUNK = 16_384;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads a document. @throws what `fail` throws: `doctype`, `tooDeep`, `tooMany`, `broken` or `cut`, each with its line */
export function* xmlSteps(text: string, limits: XmlLimits, fail: FailXml): Steps<Node> {
  const parser = new SaxesParser({ position: true, xmlns: false as const });
  const stack: Node[] = [];
  let root: Node | null = null;
  let nodes = 0;
  let atEnd = false;
  parser.on('doctype', () => fail('doctype', { line: parser.line }));
  parser.on('error', (error) => fail(atEnd ? 'cut' : 'broken', { line: parser.line, text: error.message.slice(0, 120) }));
  parser.on('opentag', ({ name, attributes }) => {
    nodes += 1;
    if (nodes > limits.nodes) fail('tooMany', { line: parser.line });
    if (stack.length >= limits.depth) fail('tooDeep', { line: parser.line });
    const node: Node = { name: localName(name), line: parser.line, attributes, text: '', children: [] };
    const parent = stack.at(-1);
    if (parent) parent.children.push(node);
    else root ??= node;
    stack.push(node);
  });
  parser.on('text', (content) => {
    const node = stack.at(-1);
    if (node) node.text += content;
  });
  parser.on('cdata', (content) => {
    const node = stack.at(-1);
    if (node) node.text += content;
  });
  parser.on('closetag', () => void stack.pop());
  for (let at = 0; at < text.length; at += CHUNK) {
    parser.write(text.slice(at, at + CHUNK));
    yield;
  }
  atEnd = true;
  parser.close();
  return root ?? fail('broken', { line: 1, text: '' });
}

/** The first node at a path of local names. */
export function find(node: Node | undefined, ...path: string[]): Node | undefined {
  let found = node;
  for (const name of path) found = found?.children.find((child) => child.name === name);
  return found;
}
export const findAll = (node: Node | undefined, name: string): Node[] => node?.children.filter((child) => child.name === name) ?? [];
/** The text at the first of these paths that has one. */
export function textAt(node: Node | undefined, ...paths: string[]): string {
  for (const path of paths) {
    const text = find(node, ...path.split('/'))?.text.trim();
    if (text) return text;
  }
  return '';
}
