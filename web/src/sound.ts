/** Small sounds, made on the spot. Nothing is heard before a gesture, or with the switch off. */

import type { Sound } from "./games/module";
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

function wake(): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}

export function startSound(): () => void {
  addEventListener("pointerdown", wake);
  addEventListener("keydown", wake);
  return () => {
    removeEventListener("pointerdown", wake);
    removeEventListener("keydown", wake);
  };
}

const BUZZ_MS = 60;

export function play(sound: Sound): void {
  if (sound === "turn") buzz();
  if (!settings.sound || !context || context.state !== "running" || document.hidden) return;
  SOUNDS[sound](context, context.currentTime);
}

/** A phone in the hand, or beside it: only after a gesture, as browsers want it. */
function buzz(): void {
  if (settings.vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ_MS);
}

const SOUNDS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  card: (audio, at) => rustle(audio, at, 0.09, 2600, 0.16),
  tap: (audio, at) => rustle(audio, at, 0.04, 1500, 0.1),
  die: (audio, at) => [0, 0.07, 0.12].forEach((later, i) => rustle(audio, at + later, 0.03, 900 + 300 * i, 0.2)),
  chip: (audio, at) => [2093, 2794].forEach((pitch, i) => tone(audio, at + 0.07 * i, pitch, 0.12, 0.05, "triangle")),
  bell: (audio, at) => [880, 1318.5].forEach((pitch) => tone(audio, at, pitch, 0.7, 0.05, "sine")),
  turn: (audio, at) => [523.3, 784].forEach((pitch, i) => tone(audio, at + 0.11 * i, pitch, 0.25, 0.06, "sine")),
  win: (audio, at) =>
    [523.3, 659.3, 784, 1046.5].forEach((pitch, i) => tone(audio, at + 0.12 * i, pitch, 0.5, 0.06, "triangle")),
};

function tone(
  audio: AudioContext,
  at: number,
  pitch: number,
  length: number,
  loud: number,
  shape: OscillatorType,
): void {
  const source = new OscillatorNode(audio, { type: shape, frequency: pitch });
  source.connect(fading(audio, at, length, loud));
  source.start(at);
  source.stop(at + length);
}

/** Noise through a narrow gap: paper on cloth. */
function rustle(audio: AudioContext, at: number, length: number, pitch: number, loud: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const gap = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 0.8 });
  source.connect(gap).connect(fading(audio, at, length, loud));
  source.start(at);
}

function fading(audio: AudioContext, at: number, length: number, loud: number): GainNode {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud * settings.volume, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}
