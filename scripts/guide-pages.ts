// Reads a page of docs/guide: a head of `title` and `words`, then Markdown. What a page may not hold is an error of the build.

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { Block, GuidePage, Inline } from '../src/core/help/page.ts';

const HEAD = /^---\ntitle: (?<title>.+)\nwords: (?<words>.+)\n---\n/;

/** marked escapes a few signs for HTML. Here the text stays text. */
const plain = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

function inlineOf(token: Token): Inline[] {
  switch (token.type) {
    case 'text':
    case 'escape':
      return 'tokens' in token && token.tokens ? token.tokens.flatMap(inlineOf) : [{ kind: 'text', text: plain(token.text) }];
    case 'strong':
      return [{ kind: 'strong', text: plain(token.text) }];
    case 'codespan':
      return [{ kind: 'key', text: plain(token.text) }];
    case 'link': {
      const topic = /^([\w-]+)\.md$/.exec(token.href)?.[1];
      if (topic === undefined) throw new Error(`a link of the guide leads to a topic, not to ${token.href}`);
      return [{ kind: 'topic', text: plain(token.text), topic }];
    }
    default:
      throw new Error(`the guide has no ${token.type}: ${token.raw}`);
  }
}

const itemOf = (item: Tokens.ListItem): Inline[] => item.tokens.flatMap(inlineOf);

function isList(token: Token): token is Tokens.List {
  return token.type === 'list';
}

function blockOf(token: Token): Block[] {
  if (token.type === 'space') return [];
  if (token.type === 'heading') return [{ kind: 'heading', text: plain(token.text) }];
  if (isList(token)) return [{ kind: 'list', ordered: token.ordered, items: token.items.map(itemOf) }];
  if (token.type !== 'paragraph' || !token.tokens) throw new Error(`the guide has no ${token.type}: ${token.raw}`);
  const [first] = token.tokens;
  if (first?.type === 'image') return [{ kind: 'picture', source: first.href, text: plain(first.text) }];
  return [{ kind: 'paragraph', content: token.tokens.flatMap(inlineOf) }];
}

export function parsePage(text: string): GuidePage {
  const head = HEAD.exec(text);
  const { title, words } = head?.groups ?? {};
  if (!head || title === undefined || words === undefined) throw new Error('a page of the guide begins with its title and words');
  return { title, words, blocks: lexer(text.slice(head[0].length)).flatMap(blockOf) };
}

/** Makes a module of each page, so that its text is part of a chunk and its pictures are files of the build. */
export const guidePages: Plugin = {
  name: 'kontor-guide-pages',
  load(id) {
    if (!/\/docs\/guide\/\w+\/[\w-]+\.md$/.test(id)) return null;
    const page = parsePage(readFileSync(id, 'utf8'));
    const imports: string[] = [];
    const code = JSON.stringify(page, (key, value: unknown) => {
      if (key !== 'source') return value;
      const file = join(dirname(id), basename(String(value)));
      // A new page is built before its picture is taken of the built product. A test finds pictures that are missing.
      if (!existsSync(file)) return '';
      imports.push(file);
      return `\0${imports.length - 1}`;
    }).replace(/"\\u0000(\d+)"/g, 'picture$1');
    const lines = imports.map((file, i) => `import picture${i} from ${JSON.stringify(`${file}?url`)};`);
    return { code: `${lines.join('\n')}\nexport const page = ${code};`, moduleType: 'js' };
  },
};
