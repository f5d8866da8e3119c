import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SOUNDS } from '#contract/scanning/commands';
import { setLocale, startI18n } from '../../../src/providers/i18n.ts';
import { readVoice, VOICE, writeVoice } from '../../../src/scan/voice/settings.ts';
import { TONES, VIBRATIONS } from '../../../src/scan/voice/sounds.ts';
import { announce, stopSpeaking } from '../../../src/scan/voice/speak.ts';

/** What the device was asked to do. The page has no speaker here. */
let log: string[] = [];

class Tone {
  type = '';
  frequency = { value: 0 };
  connect = (to: unknown): unknown => to;
  start = (): void => void log.push(`beep ${this.frequency.value}`);
  stop = (at?: number): void => void (at === undefined && log.push('cut'));
}
const gain = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined };
class Audio {
  state = 'running';
  currentTime = 0;
  destination = {};
  createOscillator = (): Tone => new Tone();
  createGain = () => ({ gain, connect: (to: unknown): unknown => to });
}
class Utterance {
  lang = '';
  volume = 1;
  rate = 1;
  voice: { name: string } | null = null;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
const voices = [
  { lang: 'de_DE', name: 'Petra online', localService: false },
  { lang: 'de-DE', name: 'Anna', localService: true },
  { lang: 'zh-CN', name: 'Ting', localService: true },
];

beforeEach(async () => {
  log = [];
  vi.stubGlobal('fetch', async () => new Response('{}'));
  vi.stubGlobal('AudioContext', Audio);
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => voices,
    cancel: () => void log.push('hush'),
    speak: (words: Utterance) => void log.push(`${words.lang} ${words.voice?.name ?? '-'}: ${words.text}`),
  });
  Object.defineProperty(navigator, 'vibrate', { configurable: true, value: (p: number[]) => void log.push(`shake ${p.join(' ')}`) });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('six sounds', () => {
  it('differ in pitch, in rhythm and in the hand', () => {
    const rhythm = SOUNDS.map((sound) => TONES[sound].map(({ from, ms }) => `${from}+${ms}`).join());
    const pitch = SOUNDS.map((sound) => TONES[sound][0]?.hertz);
    expect(new Set(rhythm).size).toBe(SOUNDS.length);
    expect(new Set(pitch).size).toBe(SOUNDS.length);
    expect(new Set(SOUNDS.map((sound) => VIBRATIONS[sound].join())).size).toBe(SOUNDS.length);
  });

  it('are short, and no two beeps of one overlap', () => {
    for (const sound of SOUNDS) {
      const beeps = TONES[sound];
      for (const [i, { from, ms }] of beeps.entries()) expect(from + ms).toBeLessThan(beeps[i + 1]?.from ?? 750);
    }
  });
});

describe('what a station lets hear', () => {
  it('is what its settings say', () => {
    announce({ sound: false, volume: 1, speech: false, vibration: false }, 'ok', 'A-12');
    announce({ sound: true, volume: 0, speech: false, vibration: false }, 'ok', 'A-12');
    expect(log).toEqual([]);
    announce({ sound: true, volume: 1, speech: false, vibration: true }, 'stop', 'A-12');
    expect(log).toEqual(['beep 196', 'shake 700']);
  });

  it('the newest scan cuts off the sound before', () => {
    const loud = { sound: true, volume: 1, speech: false, vibration: false };
    announce(loud, 'stop', '');
    log = [];
    announce(loud, 'ok', '');
    expect(log).toEqual(['cut', 'beep 1320']);
  });

  it('the next step is spoken in the reader’s language, by a voice of the device, and the former words stop', async () => {
    await startI18n();
    await setLocale('de', { keep: false });
    announce({ sound: false, volume: 1, speech: true, vibration: false }, 'ok', 'Fach A-12, drei Stück');
    await setLocale('cn', { keep: false });
    announce({ sound: false, volume: 1, speech: true, vibration: false }, 'ok', 'A-12,三件');
    await setLocale('en', { keep: false });
    announce({ sound: false, volume: 1, speech: true, vibration: false }, 'ok', 'Bin A-12, three pieces');
    stopSpeaking();
    expect(log.filter((line) => line !== 'hush')).toEqual([
      'de-DE Anna: Fach A-12, drei Stück',
      'zh-CN Ting: A-12,三件',
      'en-GB -: Bin A-12, three pieces',
    ]);
    expect(log.filter((line) => line === 'hush')).toHaveLength(4);
  });

  it('stays with the station, and a spoilt setting is the standard one', () => {
    expect(readVoice('one')).toEqual(VOICE);
    writeVoice('one', { ...VOICE, volume: 0.2, speech: true });
    expect(readVoice('one')).toMatchObject({ volume: 0.2, speech: true });
    expect(readVoice('two')).toEqual(VOICE);
    localStorage.setItem('kontor-voice-one', '{"sound":true,"volume":9,"speech":true,"vibration":true}');
    expect(readVoice('one')).toEqual(VOICE);
  });
});
