import type { Block, Element } from '#contract/printing/layout';
import { WORDS } from '#print/texts/words';
import { currentLocale, type Translate } from '../../providers/i18n.ts';

/** A short content of an element or block, to tell it from others. */
function contentOf(what: Element | Block): string {
  if ('name' in what) return what.name;
  if ('value' in what)
    return what.value.replaceAll('\n', ' ⏎ ').replaceAll(/\{=([\w.]+)\}/g, (part, key: string) => WORDS[key]?.[currentLocale()] ?? part);
  return 'rows' in what ? what.rows : '';
}

export const titleOf = (what: Element | Block, t: Translate): string =>
  [t('is' in what ? `printEditor.kind.${what.is}` : `printEditor.block.${what.block}`), contentOf(what)].filter(Boolean).join(' · ');
