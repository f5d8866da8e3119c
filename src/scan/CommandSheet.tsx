import { CALIBRATION, COMMANDS, commandCode } from '#contract/barcode/kontor-codes';
import { LOCALES, type Locale } from '#contract/limits';
import { textIn, useT } from '../providers/i18n.ts';
import { Barcode } from './parts/Barcode.tsx';
import './command-sheet.css';

/** The reader's language first is no help here: the sheet hangs on a wall for everybody. */
const named = (key: string): string => [...new Set(LOCALES.map((locale: Locale) => textIn(locale, key)))].join(' · ');

/** The command codes to hang up at a station, in all languages at once, and the label that teaches a station its scanner. */
export function CommandSheet() {
  const t = useT();
  return (
    <main className="s-paper">
      <header>
        <h1>{t('scan.sheet.title')}</h1>
        <p>{t('scan.sheet.intro')}</p>
        <button type="button" className="k-button" onClick={() => window.print()}>
          {t('scan.sheet.print')}
        </button>
      </header>
      <ul>
        {COMMANDS.map((command) => (
          <li key={command}>
            <strong>{named(`scan.commands.${command}`)}</strong>
            <Barcode text={commandCode(command)} label={t(`scan.commands.${command}`)} />
            <code>{commandCode(command)}</code>
          </li>
        ))}
        <li>
          <strong>{named('scan.sheet.calibration')}</strong>
          <Barcode text={CALIBRATION} label={t('scan.sheet.calibration')} />
          <code>{CALIBRATION}</code>
          <p>{t('scan.sheet.calibrationText')}</p>
        </li>
      </ul>
    </main>
  );
}
