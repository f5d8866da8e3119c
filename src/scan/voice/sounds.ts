import type { Sound } from '#contract/scanning/commands';

/** One beep: pitch in hertz, when it begins and how long it lasts in milliseconds. */
type Beep = { hertz: number; from: number; ms: number; shape: OscillatorType };

/**
 * Six sounds that differ in pitch and in rhythm, so that they are told apart through noise, by half an ear and by people who hear no high tones:
 * one short high; three rising; two equal low; two quick and a pause and two quick; one long deep;
 * one that falls from high to low.
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

/** The same by hand: milliseconds on, off, on … `ok` is left to the ear, a scanner shakes by itself. */
export const SHAKES: Record<Sound, readonly number[]> = {
  ok: [30],
  done: [40, 60, 40, 60, 120],
  wrong: [160, 80, 160],
  duplicate: [50, 30, 50, 130, 50, 30, 50],
  stop: [700],
  label: [60, 50, 120, 50, 240],
};

/** Beginning and end are rounded off within this many seconds, or the speaker clicks. */
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

/** Plays one sound and cuts off the one before: the newest scan is what counts. Silent until somebody touched the page, as browsers want it. */
export function playSound(sound: Sound, volume: number): void {
  if (typeof AudioContext !== 'function' || volume <= 0) return;
  context ??= new AudioContext();
  const audio = context;
  if (audio.state === 'suspended') void audio.resume();
  for (const tone of playing) tone.stop();
  playing = TONES[sound].map((each) => beep(audio, audio.destination, each, volume));
}

export function shake(sound: Sound): void {
  if (typeof navigator.vibrate === 'function') navigator.vibrate([...SHAKES[sound]]);
}
