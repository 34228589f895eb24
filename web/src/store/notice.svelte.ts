/** Sounds and notices: off until somebody wants them. Sounds are made here, from nothing. */
import type { EventView } from '../lib/types';
import { keep, kept } from './keep';

type Sound = 'move' | 'attack' | 'dice' | 'turn';

/** Tones of a sound: when it begins, how long it lasts, how high, how loud; noise where it has no height. */
const TONES: Record<Sound, [number, number, number, number][]> = {
  move: [[0, 0.05, 220, 0.08], [0.06, 0.05, 180, 0.06]],
  attack: [[0, 0.18, 90, 0.18], [0.05, 0.25, 0, 0.08]],
  dice: [[0, 0.04, 0, 0.16], [0.09, 0.04, 0, 0.14], [0.2, 0.05, 0, 0.1]],
  turn: [[0, 0.16, 523, 0.1], [0.18, 0.26, 659, 0.1]],
};

/** What is to be heard of some events, the most important alone. */
export function soundOf(events: readonly EventView[]): Sound | null {
  if (events.some((event) => event.die)) return 'dice';
  if (events.some((event) => event.targets?.length)) return 'attack';
  return events.some((event) => (event.path?.length ?? 0) > 1) ? 'move' : null;
}

class Notice {
  sounds = $state(kept('sounds', false));
  notices = $state(kept('notices', false));
  private audio: AudioContext | null = null;

  toggleSounds(): void {
    this.sounds = !this.sounds;
    keep('sounds', this.sounds);
    this.play('turn');
  }

  /** Whether the browser may say that it is your move; it asks for leave the first time. */
  async toggleNotices(): Promise<void> {
    const wanted = !this.notices && typeof Notification === 'function' && (await Notification.requestPermission()) === 'granted';
    this.notices = wanted;
    keep('notices', wanted);
  }

  hear(events: readonly EventView[]): void {
    const sound = soundOf(events);
    if (sound) this.play(sound);
  }

  /** It is your move, and perhaps you are looking at something else. */
  yourMove(title: string, text: string): void {
    this.play('turn');
    if (this.notices && document.visibilityState === 'hidden') new Notification(title, { body: text, tag: 'grognard' });
  }

  private play(sound: Sound): void {
    if (!this.sounds || typeof AudioContext !== 'function') return;
    const audio = (this.audio ??= new AudioContext());
    for (const [begin, length, pitch, volume] of TONES[sound]) {
      const gain = audio.createGain();
      const at = audio.currentTime + begin;
      gain.gain.setValueAtTime(volume, at);
      gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
      gain.connect(audio.destination);
      const source = pitch ? this.tone(audio, pitch) : this.noise(audio, length);
      source.connect(gain);
      source.start(at);
      source.stop(at + length);
    }
  }

  private tone(audio: AudioContext, pitch: number): OscillatorNode {
    const source = audio.createOscillator();
    source.type = 'triangle';
    source.frequency.value = pitch;
    return source;
  }

  private noise(audio: AudioContext, length: number): AudioBufferSourceNode {
    const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let k = 0; k < samples.length; k++) samples[k] = Math.random() * 2 - 1;
    const source = audio.createBufferSource();
    source.buffer = buffer;
    return source;
  }
}

export const notice = new Notice();
