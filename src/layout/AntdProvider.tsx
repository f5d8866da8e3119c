import AntdApp from 'antd/es/app';
import ConfigProvider from 'antd/es/config-provider';
import type { Locale as AntdLocale } from 'antd/es/locale';
import theme from 'antd/es/theme';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Locale } from '#contract/core/limits';
import { useLocale, useT } from '../providers/i18n.ts';
import { usePreferences } from './preferences.ts';
import { drawAntdWithReact19 } from './react-19.ts';
import { useScheme } from './scheme.ts';
import { antdButton, antdTokens } from './theme.ts';

/** The page's nonce: the server's policy allows only styles that carry it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/**
 * antd is given the nonce, but some of its parts (the scroll lock of dialogs, measuring of scrollbars) write style elements without
 * it. Every style element that a script of this page makes gets it here.
 */
function giveStylesTheNonce(): void {
  if (nonce === '') return;
  const create = document.createElement.bind(document);
  Object.assign(document, {
    createElement: (name: string, options?: ElementCreationOptions) => {
      const element = create(name, options);
      if (element instanceof HTMLStyleElement) element.nonce = nonce;
      return element;
    },
  });
}

drawAntdWithReact19();
giveStylesTheNonce();

/** antd's own words, and those of its date pickers, come with the language. */
const LOCALES: Record<Locale, () => Promise<AntdLocale>> = {
  en: async () => (await import('antd/es/locale/en_GB')).default,
  de: async () => {
    const [{ default: words }] = await Promise.all([import('antd/es/locale/de_DE'), import('dayjs/locale/de')]);
    return words;
  },
  cn: async () => {
    const [{ default: words }] = await Promise.all([import('antd/es/locale/zh_CN'), import('dayjs/locale/zh-cn')]);
    return words;
  },
};

const known = new Map<Locale, AntdLocale>();
/** Until then antd's own English stands in. With no words at all antd has one layer less, and everything below would begin anew with them. */
const NO_WORDS: AntdLocale = { locale: 'en' };

/** Fetches them, and sets the language of the dates. */
export async function loadWords(locale: Locale): Promise<AntdLocale> {
  const [words, { default: dayjs }] = await Promise.all([LOCALES[locale](), import('dayjs')]);
  dayjs.locale(locale === 'cn' ? 'zh-cn' : locale);
  known.set(locale, words);
  return words;
}

function useAntdLocale(): AntdLocale {
  const locale = useLocale();
  const [words, setWords] = useState(() => known.get(locale) ?? NO_WORDS);
  useEffect(
    function showWords() {
      let gone = false;
      void loadWords(locale).then((next) => {
        if (!gone) setWords(next);
      });
      return () => {
        gone = true;
      };
    },
    [locale],
  );
  return words;
}

/** Asked once: with motion reduced, antd's parts come and go without any, instead of waiting for the end of an animation that is not run. */
const motion = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

// What can be done with a record stands at the top right; notices stay clear of it, and of the pager below.
const NOTICES = { maxCount: 4, placement: 'bottomRight', bottom: 64 } as const;

export function AntdProvider({ children }: { children: ReactNode }) {
  const scheme = useScheme();
  const size = usePreferences((state) => state.size);
  const words = useAntdLocale();
  const t = useT();
  // antd names the cross of its dialogs in English, whatever the language is.
  const closeLabel = t('buttons.close');
  const close = useMemo(() => ({ closable: { 'aria-label': closeLabel } }), [closeLabel]);
  const config = useMemo(
    () => ({
      algorithm: scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
      token: { ...antdTokens(scheme, size), motion },
      components: { Button: antdButton(scheme) },
    }),
    [scheme, size],
  );
  return (
    <ConfigProvider theme={config} csp={{ nonce }} button={{ autoInsertSpace: false }} locale={words} modal={close} drawer={close}>
      <AntdApp component={false} message={{ maxCount: 3 }} notification={NOTICES}>
        {children}
      </AntdApp>
    </ConfigProvider>
  );
}
