import { useEffect, useState } from 'react';
import { CALIBRATION, COMMANDS, commandCode } from '#contract/core/barcode/kontor-codes';
import { LOCALES, type Locale } from '#contract/core/limits';
import { printOrder } from '../print/open.ts';
import { textIn, useT } from '../providers/i18n.ts';
import { Barcode } from './parts/Barcode.tsx';
import './command-sheet.css';

/** Empty modules around a QR code (ISO/IEC 18004). */
const QUIET = 4;

/** The sheet hangs on a wall for everybody, so each command is named in all languages, not only in the reader's. */
const named = (key: string): string => [...new Set(LOCALES.map((locale: Locale) => textIn(locale, key)))].join(' · ');

/** The address of this installation as a QR code, to open it on a new tablet. */
function Address() {
  const t = useT();
  const { origin } = window.location;
  const [modules, setModules] = useState<{ size: number; dark: number[] } | null>(null);
  useEffect(
    function draw() {
      let gone = false;
      const make = async (): Promise<void> => {
        const { create } = await import('qrcode');
        const { size, data } = create(origin, { errorCorrectionLevel: 'M' }).modules;
        if (!gone) setModules({ size, dark: Array.from(data.keys()).filter((i) => data[i] === 1) });
      };
      void make();
      return () => {
        gone = true;
      };
    },
    [origin],
  );
  const side = (modules?.size ?? 0) + 2 * QUIET;
  return (
    <li className="s-address">
      <strong>{named('scan.sheet.address')}</strong>
      {modules && (
        <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={t('scan.sheet.address')} shapeRendering="crispEdges">
          {modules.dark.map((i) => (
            <rect key={i} x={(i % modules.size) + QUIET} y={Math.floor(i / modules.size) + QUIET} width="1" height="1" />
          ))}
        </svg>
      )}
      <code>{origin}</code>
    </li>
  );
}

/** The command codes and the calibration code as printable labels. */
const commandLabels = () => COMMANDS.map((command) => ({ code: commandCode(command), title: named(`scan.commands.${command}`), hint: '' }));
const calibrationLabel = (hint: string) => ({ code: CALIBRATION, title: named('scan.sheet.calibration'), hint });

/** Sheet of command codes to hang up at a station, in all languages, with the label that calibrates the scanner's keyboard layout. */
export function CommandSheet() {
  const t = useT();
  return (
    <main className="s-paper">
      <header>
        <h1>{t('scan.sheet.title')}</h1>
        <p>{t('scan.sheet.intro')}</p>
        <p className="s-no-print s-paper-actions">
          <button type="button" className="k-button" onClick={() => window.print()}>
            {t('scan.sheet.print')}
          </button>
          <button type="button" className="k-button" onClick={() => printOrder({ document: 'commandLabel', records: commandLabels() })}>
            {t('scan.sheet.labels')}
          </button>
          <button
            type="button"
            className="k-button"
            onClick={() => printOrder({ document: 'calibrationLabel', records: [calibrationLabel(t('scan.sheet.calibrationText'))] })}
          >
            {t('scan.sheet.calibrationLabel')}
          </button>
        </p>
      </header>
      <ul>
        {COMMANDS.map((command) => (
          <li key={command}>
            <strong>{named(`scan.commands.${command}`)}</strong>
            <Barcode text={commandCode(command)} label={t(`scan.commands.${command}`)} />
            <code>{commandCode(command)}</code>
          </li>
        ))}
        <li className="s-wide">
          <strong>{named('scan.sheet.calibration')}</strong>
          <Barcode text={CALIBRATION} label={t('scan.sheet.calibration')} />
          <code>{CALIBRATION}</code>
          <p>{t('scan.sheet.calibrationText')}</p>
        </li>
        <Address />
      </ul>
    </main>
  );
}
