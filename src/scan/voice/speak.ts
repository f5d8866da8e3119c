import type { Sound } from '#contract/scanning/commands';
import { localeTag } from '../../providers/i18n.ts';
import type { VoiceSettings } from './settings.ts';
import { playSound, vibrate } from './sounds.ts';

/** A voice for the language, if possible of the same country. Null leaves the choice to the browser. */
function voiceFor(tag: string, voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | null {
  const same = voices.filter((voice) => voice.lang.replace('_', '-').toLowerCase().startsWith(tag.slice(0, 2)));
  // Voices stored on the device work without a network.
  const near = same.filter((voice) => voice.lang.replace('_', '-') === tag);
  return near.find((voice) => voice.localService) ?? near[0] ?? same.find((voice) => voice.localService) ?? same[0] ?? null;
}

/** Speaks a short next step in the user's language and stops the previous one. */
export function speak(text: string, volume: number): void {
  if (!('speechSynthesis' in window) || text === '') return;
  const tag = localeTag();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = tag;
  words.volume = volume;
  words.rate = 1.1;
  const voice = voiceFor(tag, window.speechSynthesis.getVoices());
  if (voice) words.voice = voice;
  window.speechSynthesis.cancel();
  window.speechSynthesis.speak(words);
}

export const stopSpeaking = (): void => {
  if ('speechSynthesis' in window) window.speechSynthesis.cancel();
};

/**
 * Announces a verdict by sound, vibration and speech. Call it only after the scan was checked: a beep means verified, not read.
 * @param step the next step in the user's language; empty for no speech
 */
export function announce(settings: VoiceSettings, sound: Sound, step: string): void {
  if (settings.sound) playSound(sound, settings.volume);
  if (settings.vibration) vibrate(sound);
  if (settings.speech) speak(step, settings.volume);
}
