import { useTranslation } from '@refinedev/core';
import { LOCALES } from '#contract/core/limits';
import { useT } from '../providers/i18n.ts';
import { MODES, SIZES, setMode, setSize, usePreferences } from './preferences.ts';

type ChoiceProps<T extends string> = {
  label: string;
  name: string;
  value: T;
  all: readonly T[];
  textOf: (one: T) => string;
  onChange: (one: T) => void;
};

function Choice<T extends string>({ label, name, value, all, textOf, onChange }: ChoiceProps<T>) {
  return (
    <fieldset className="k-choice">
      <legend>{label}</legend>
      {all.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
          <span>{textOf(one)}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function SizeChoice() {
  const t = useT();
  const size = usePreferences((state) => state.size);
  return <Choice label={t('size.name')} name="size" value={size} all={SIZES} textOf={(one) => t(`size.${one}`)} onChange={setSize} />;
}

export function ModeChoice() {
  const t = useT();
  const mode = usePreferences((state) => state.mode);
  return <Choice label={t('mode.name')} name="mode" value={mode} all={MODES} textOf={(one) => t(`mode.${one}`)} onChange={setMode} />;
}

export function LanguageChoice({ onChange }: { onChange?: (locale: (typeof LOCALES)[number]) => void }) {
  const t = useT();
  const { changeLocale, getLocale } = useTranslation();
  return (
    <Choice
      label={t('locale.name')}
      name="locale"
      value={LOCALES.find((one) => one === getLocale()) ?? 'en'}
      all={LOCALES}
      textOf={(one) => t(`locale.${one}`)}
      onChange={(one) => {
        void changeLocale(one);
        onChange?.(one);
      }}
    />
  );
}
