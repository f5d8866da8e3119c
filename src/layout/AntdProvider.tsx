import AntdApp from 'antd/es/app';
import ConfigProvider from 'antd/es/config-provider';
import type { Locale as AntdLocale } from 'antd/es/locale';
import theme from 'antd/es/theme';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Locale } from '#contract/core/limits';
import { localeOf, useT } from '../providers/i18n.ts';
import { usePreferences } from './preferences.ts';
import { drawAntdWithReact19 } from './react-19.ts';
import { useScheme } from './scheme.ts';
import { antdComponents, antdTokens } from './theme.ts';

/** The page's nonce. The content security policy allows only styles that carry it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/**
 * Adds the nonce to every style element created by scripts. antd receives the nonce, but some of its parts (scroll lock of dialogs,
 * scrollbar measurement) write style elements without it.
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

/** Texts of antd and its date pickers, loaded by language. */
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
/**
 * Used until the texts are loaded: antd's built-in English. Without any locale, antd renders one provider less, and adding it later would
 * remount everything below.
 */
const NO_WORDS: AntdLocale = { locale: 'en' };

/** Loads the texts and sets the language of dates. */
export async function loadWords(locale: Locale): Promise<AntdLocale> {
  const [words, { default: dayjs }] = await Promise.all([LOCALES[locale](), import('dayjs')]);
  dayjs.locale(locale === 'cn' ? 'zh-cn' : locale);
  known.set(locale, words);
  return words;
}

function useAntdLocale(): AntdLocale {
  const locale = localeOf(useTranslation().i18n.language);
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

/**
 * Read once. With reduced motion, antd's animations are off, so that components do not wait for the end of an animation that never runs.
 */
const motion = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

// Notices must not cover a record's actions at the top right or the pager at the bottom.
const NOTICES = { maxCount: 4, placement: 'bottomRight', bottom: 64 } as const;

export function AntdProvider({ children }: { children: ReactNode }) {
  const scheme = useScheme();
  const size = usePreferences((state) => state.size);
  const words = useAntdLocale();
  const t = useT();
  // antd's label for the close button of dialogs is always English.
  const closeLabel = t('buttons.close');
  const close = useMemo(() => ({ closable: { 'aria-label': closeLabel } }), [closeLabel]);
  const config = useMemo(
    () => ({
      algorithm: scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
      token: { ...antdTokens(scheme, size), motion },
      components: antdComponents(scheme, size),
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
