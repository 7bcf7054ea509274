// Synthesised sounds, without audio files.

/** @type {AudioContext | undefined} */
let opened;

const audio = () => (opened ??= new AudioContext());

/**
 * A fading tone: its pitch in hertz, the pitch that it slides to, its length and start in seconds.
 * @param {number} pitch
 * @param {number} end
 * @param {number} length
 * @param {{ type?: OscillatorType, volume?: number, after?: number }} how
 */
function tone(pitch, end, length, { type = "sine", volume = 0.2, after = 0 } = {}) {
  const context = audio();
  const begin = context.currentTime + after,
    source = context.createOscillator(),
    gain = context.createGain();
  source.type = type;
  source.frequency.setValueAtTime(pitch, begin);
  source.frequency.exponentialRampToValueAtTime(end, begin + length);
  gain.gain.setValueAtTime(volume, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
  source.connect(gain).connect(context.destination);
  source.start(begin);
  source.stop(begin + length);
}

/**
 * Three tones, one after another.
 * @param {number[]} pitches
 */
function chord(pitches) {
  for (const [place, pitch] of pitches.entries()) tone(pitch, pitch, 0.3, { after: place * 0.12 });
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  card: () => tone(900, 300, 0.07, { type: "triangle" }),
  pass: () => tone(260, 200, 0.09, { volume: 0.12 }),
  bomb: () => {
    tone(160, 40, 0.5, { type: "sawtooth", volume: 0.25 });
    tone(80, 30, 0.6, { type: "square", volume: 0.12 });
  },
  won: () => chord([523, 659, 784]),
  lost: () => chord([392, 330, 262])
};

/**
 * Play a sound by its name: a card, a pass, a bomb, a deal won or lost.
 * @param {string} kind
 */
export function playSound(kind) {
  audio().resume();
  SOUNDS[kind]();
}
