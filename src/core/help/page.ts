/** A page of the guide as the build makes it from Markdown (scripts/guide-pages.ts). Data instead of HTML, so that no text becomes markup. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; text: string }
  /** The name of a key. */
  | { kind: 'key'; text: string }
  /** Leads to another page. */
  | { kind: 'topic'; text: string; topic: string };

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'picture'; source: string; text: string };

/** `words`: what people search for that the title does not say. */
export type GuidePage = { title: string; words: string; blocks: Block[] };

/** Pixels of every picture of the guide. Known beforehand, so that the text below a picture does not move. */
export const PICTURE_SIZE = { width: 900, height: 560 };

const inlineText = (content: readonly Inline[]): string => content.map(({ text }) => text).join('');

/** The text of a page without markup, for the search. */
export const textOf = ({ blocks }: GuidePage): string =>
  blocks
    .map((block) => {
      if (block.kind === 'paragraph') return inlineText(block.content);
      if (block.kind === 'list') return block.items.map(inlineText).join(' ');
      return block.text;
    })
    .join(' ');
