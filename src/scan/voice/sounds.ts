import type { Sound } from '#contract/scanning/commands';

/** One beep: pitch in hertz, start and length in milliseconds. */
type Beep = { hertz: number; from: number; ms: number; shape: OscillatorType };

/**
 * Six sounds that differ in pitch and rhythm, so that they can be told apart in noise and by people who cannot hear high tones:
 * one short high; three rising; two equal low; two quick, a pause and two quick; one long low; one falling from high to low.
 */
export const TONES: Record<Sound, readonly Beep[]> = {
  ok: [{ hertz: 1320, from: 0, ms: 70, shape: 'sine' }],
  done: [
    { hertz: 880, from: 0, ms: 90, shape: 'sine' },
    { hertz: 1175, from: 110, ms: 90, shape: 'sine' },
    { hertz: 1568, from: 220, ms: 180, shape: 'sine' },
  ],
  wrong: [
    { hertz: 330, from: 0, ms: 160, shape: 'square' },
    { hertz: 330, from: 240, ms: 160, shape: 'square' },
  ],
  duplicate: [
    { hertz: 740, from: 0, ms: 50, shape: 'triangle' },
    { hertz: 740, from: 80, ms: 50, shape: 'triangle' },
    { hertz: 740, from: 260, ms: 50, shape: 'triangle' },
    { hertz: 740, from: 340, ms: 50, shape: 'triangle' },
  ],
  stop: [{ hertz: 196, from: 0, ms: 700, shape: 'sawtooth' }],
  label: [
    { hertz: 988, from: 0, ms: 120, shape: 'square' },
    { hertz: 494, from: 150, ms: 120, shape: 'square' },
    { hertz: 247, from: 300, ms: 240, shape: 'square' },
  ],
};

/** Vibration patterns: milliseconds on, off, on … `ok` is short, because a scanner vibrates by itself. */
export const VIBRATIONS: Record<Sound, readonly number[]> = {
  ok: [30],
  done: [40, 60, 40, 60, 120],
  wrong: [160, 80, 160],
  duplicate: [50, 30, 50, 130, 50, 30, 50],
  stop: [700],
  label: [60, 50, 120, 50, 240],
};

/** Fade-in and fade-out in seconds, to avoid clicks. */
const EDGE = 0.008;

let context: AudioContext | null = null;
let playing: OscillatorNode[] = [];

function beep(audio: AudioContext, out: AudioNode, { hertz, from, ms, shape }: Beep, volume: number): OscillatorNode {
  const [start, end] = [audio.currentTime + from / 1000, audio.currentTime + (from + ms) / 1000];
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = shape;
  tone.frequency.value = hertz;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + EDGE);
  gain.gain.setValueAtTime(volume, end - EDGE);
  gain.gain.linearRampToValueAtTime(0, end);
  tone.connect(gain).connect(out);
  tone.start(start);
  tone.stop(end);
  return tone;
}

/**
 * Plays one sound and stops the previous one, because the newest scan counts. Silent until the user touched the page, as browsers require.
 */
export function playSound(sound: Sound, volume: number): void {
  if (typeof AudioContext !== 'function' || volume <= 0) return;
  context ??= new AudioContext();
  const audio = context;
  if (audio.state === 'suspended') void audio.resume();
  for (const tone of playing) tone.stop();
  playing = TONES[sound].map((each) => beep(audio, audio.destination, each, volume));
}

export function vibrate(sound: Sound): void {
  if (typeof navigator.vibrate === 'function') navigator.vibrate([...VIBRATIONS[sound]]);
}
