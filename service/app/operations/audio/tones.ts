import { nextTurn } from '../../timing/next-turn.ts'

/** Samples a second. */
export const SAMPLE_RATE = 24_000

/** A letter, and the pause after a sentence, at speed 1, seconds. */
const LETTER_SECONDS = 0.04
const PAUSE_SECONDS = 0.16

/** Half a cycle of this length rises and falls at each end of a tone, so that it does not click. */
const EDGE_SECONDS = 0.004

const LOUDNESS = 0.35 * 32_767
/** Tones of two octaves, five to the octave. */
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21]

/** Letters between two looks at what else there is to do. */
const LETTERS_AT_ONCE = 200

/**
 * A text as tones: one for each letter, silence for blanks, a longer one after punctuation. It is no
 * speech. A voice is a base tone; the same text and voice give the same samples.
 * @throws the reason of the signal
 */
export async function tonesOf(
  text: string,
  { voice, speed }: { voice: string; speed: number },
  signal: AbortSignal,
): Promise<Int16Array> {
  const letters = Array.from(text)
  const base = 220 * 2 ** ((sumOf(voice) % 12) / 12)
  const lengths = letters.map((letter) =>
    Math.round(
      ((/[.,;:!?\n]/.test(letter) ? PAUSE_SECONDS : LETTER_SECONDS) / speed) * SAMPLE_RATE,
    ),
  )
  const samples = new Int16Array(lengths.reduce((sum, length) => sum + length, 0))
  let at = 0
  for (const [index, letter] of letters.entries()) {
    const length = lengths[index] ?? 0
    if (/[\p{L}\p{N}]/u.test(letter)) addTone(samples, at, length, base * stepOf(letter))
    at += length
    if (index % LETTERS_AT_ONCE === 0) {
      await nextTurn(signal)
    }
  }
  return samples
}

function addTone(samples: Int16Array, from: number, length: number, hertz: number): void {
  const edge = Math.min(EDGE_SECONDS * SAMPLE_RATE, length / 2)
  for (let index = 0; index < length; index += 1) {
    const rise = Math.min(1, index / edge, (length - index) / edge)
    const phase = (2 * Math.PI * hertz * index) / SAMPLE_RATE
    const wave = 0.8 * Math.sin(phase) + 0.2 * Math.sin(2 * phase)
    samples[from + index] = Math.round(LOUDNESS * rise * wave)
  }
}

function stepOf(letter: string): number {
  return 2 ** ((SCALE[sumOf(letter.toLowerCase()) % SCALE.length] ?? 0) / 12)
}

function sumOf(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
}
