import { useState } from 'react';
import { CALIBRATION } from '#contract/core/barcode/kontor-codes';
import { SOUNDS } from '#contract/scanning/commands';
import { LanguageChoice, ModeChoice } from '../../layout/Choices.tsx';
import { useT } from '../../providers/i18n.ts';
import { LAYOUTS } from '../capture/layouts.ts';
import type { Capture } from '../capture/use-capture.ts';
import type { VoiceSettings } from '../voice/settings.ts';
import { announce } from '../voice/speak.ts';
import { Barcode } from './Barcode.tsx';
import { Sheet } from './Sheet.tsx';

type VoiceProps = { voice: VoiceSettings; onVoice: (voice: VoiceSettings) => void };

function Voice({ voice, onVoice }: VoiceProps) {
  const t = useT();
  return (
    <fieldset>
      <legend>{t('scan.voice.title')}</legend>
      {(['sound', 'speech', 'vibration'] as const).map((name) => (
        <label key={name} className="s-switch">
          <input type="checkbox" checked={voice[name]} onChange={(event) => onVoice({ ...voice, [name]: event.target.checked })} />
          {t(`scan.voice.${name}`)}
        </label>
      ))}
      <label className="s-row">
        {t('scan.voice.volume')}
        <input
          type="range"
          min="0"
          max="1"
          step="0.1"
          value={voice.volume}
          onChange={(event) => onVoice({ ...voice, volume: Number(event.target.value) })}
        />
      </label>
      <div className="s-choices">
        {SOUNDS.map((sound) => (
          <button key={sound} type="button" className="s-button" onClick={() => announce(voice, sound, t(`scan.sound.${sound}`))}>
            {t(`scan.sound.${sound}`)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function Wedge({ capture: { settings, setSettings, calibrated } }: { capture: Capture }) {
  const t = useT();
  const [drawn, setDrawn] = useState(false);
  return (
    <fieldset>
      <legend>{t('scan.wedge.title')}</legend>
      <p>{t('scan.wedge.help')}</p>
      {(['prefix', 'suffix'] as const).map((name) => (
        <label key={name} className="s-row">
          {t(`scan.wedge.${name}`)}
          <input
            type="text"
            value={settings[name]}
            maxLength={12}
            autoComplete="off"
            onChange={(event) => setSettings({ ...settings, [name]: event.target.value.trim() })}
          />
        </label>
      ))}
      <label className="s-row">
        {t('scan.wedge.layout')}
        <select
          value={settings.layout}
          onChange={(event) => {
            const layout = LAYOUTS.find((one) => one === event.target.value);
            if (layout) setSettings({ ...settings, layout });
          }}
        >
          {LAYOUTS.map((layout) => (
            <option key={layout} value={layout}>
              {t(`scan.layouts.${layout}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="s-switch">
        <input type="checkbox" checked={settings.silent} onChange={(event) => setSettings({ ...settings, silent: event.target.checked })} />
        {t('scan.wedge.silent')}
      </label>
      <p role="status">
        {calibrated ? t('scan.wedge.calibrated', { layout: t(`scan.layouts.${calibrated}`) }) : t('scan.wedge.calibrate')}
      </p>
      {drawn ? (
        <Barcode text={CALIBRATION} label={t('scan.sheet.calibration')} />
      ) : (
        <button type="button" className="s-button" onClick={() => setDrawn(true)}>
          {t('scan.wedge.show')}
        </button>
      )}
      <p>
        <a href="/wEP/commandSheet" target="_blank" rel="noopener noreferrer">
          {t('scan.sheet.title')}
        </a>
      </p>
    </fieldset>
  );
}

type Props = VoiceProps & { capture: Capture; onClose: () => void };

/** Settings that belong to the station and stay on the device: volume and the scanner's keyboard layout. */
export function Settings({ voice, onVoice, capture, onClose }: Props) {
  const t = useT();
  return (
    <Sheet title={t('scan.station.settings')} onClose={onClose} side>
      <div className="s-settings">
        <Voice voice={voice} onVoice={onVoice} />
        <Wedge capture={capture} />
        <LanguageChoice />
        <ModeChoice />
      </div>
    </Sheet>
  );
}
