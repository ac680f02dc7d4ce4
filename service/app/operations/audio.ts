import {
  choiceField,
  numberField,
  structureField,
  tableSchema,
  textField,
} from '../../../contract/field-rule.ts'
import { FILE_SIZE_LIMIT_BYTES } from '../../../contract/limits/sizes.ts'
import { pcmBytes, readWav, wavFile, type WavHeader } from '../../../contract/media/wav.ts'
import { z } from '../../../contract/zod.ts'
import { invalidValue, standardError } from '../http/http-error.ts'
import {
  SPEECH_MICRO_USD_PER_MILLION,
  TRANSCRIPTION_MICRO_USD_PER_SECOND,
} from '../money/metered-request.ts'
import { nextTurn } from '../timing.ts'
import { listedOperation, modelField, words } from './listed-operation.ts'

const speechFields = {
  input: textField(
    { minLength: 1, maxLength: 4096 },
    words('Text', 'Text to play; every letter is a tone.', { required: true }),
  ),
  model: textField({ minLength: 1 }, modelField('a speech', 'sandbox-tts')),
  voice: textField(
    { minLength: 1, maxLength: 40 },
    words('Voice', 'Any name; each has its own base tone.', { default: 'alloy' }),
  ),
  response_format: choiceField(
    ['wav', 'pcm'],
    words('Format', 'WAV, or raw PCM: 24 kHz, 16-bit, mono, little-endian.', { default: 'wav' }),
  ),
  speed: numberField({ min: 0.25, max: 4 }, words('Speed', 'Playback speed.', { default: 1 })),
} as const

/** `POST /audio/speech`: a text in, a sound file out: a tone for every letter. */
export const SPEECH = listedOperation({
  path: '/audio/speech',
  operationId: 'createSpeech',
  tag: 'Audio',
  summary: 'Create speech',
  description: "The built-in model plays a tone for every letter; it doesn't speak.",
  body: {
    name: 'SpeechRequest',
    schema: tableSchema(speechFields, {}),
    fields: speechFields,
    example: { model: 'sandbox-tts', input: 'Hello, world.', voice: 'alloy' },
  },
  answers: { 'audio/wav': 'bytes', 'audio/pcm': 'bytes' },
  type: 'tts',
  rate: 'audio',
  price: ({ request }) => ({
    microUsd: Math.ceil((request.input.length * SPEECH_MICRO_USD_PER_MILLION) / 1_000_000),
    cheaper: 'send a shorter text',
  }),
  answer: async ({ request }, { signal }) => {
    const { input, voice = 'alloy', speed = 1, response_format: format = 'wav' } = request
    const samples = await tonesOf(input, { voice, speed }, signal)
    const bytes = format === 'wav' ? wavFile(samples, SAMPLE_RATE) : pcmBytes(samples)
    return { bytes, mediaType: `audio/${format}`, fileName: `speech.${format}` }
  },
})

const transcriptionFields = {
  file: structureField(
    'a WAV file',
    words('File', 'A WAV file smaller than 25 MB.', { required: true }),
  ),
  model: textField({ minLength: 1 }, modelField('a transcription', 'sandbox-asr')),
  response_format: choiceField(
    ['json', 'text', 'verbose_json'],
    words('Format', 'JSON, plain text, or JSON with duration and segments.', { default: 'json' }),
  ),
} as const

/** `POST /audio/transcriptions`: a WAV file in, what was measured of it out. */
export const TRANSCRIPTION = listedOperation({
  path: '/audio/transcriptions',
  operationId: 'createTranscription',
  tag: 'Audio',
  summary: 'Create transcription',
  description: "The built-in model measures the file; it doesn't recognize speech.",
  body: {
    name: 'TranscriptionForm',
    schema: tableSchema(transcriptionFields, {
      file: z.custom<File>((value) => value instanceof File, 'must be a file'),
    }),
    fields: transcriptionFields,
    file: 'file',
    example: { file: 'speech.wav', model: 'sandbox-asr', response_format: 'json' },
  },
  answers: {
    'application/json': {
      name: 'Transcription',
      schema: z.looseObject({
        text: z.string(),
        task: z.exactOptional(z.string()),
        language: z.exactOptional(z.string()),
        duration: z.exactOptional(z.number()),
        segments: z.exactOptional(
          z.array(
            z.looseObject({ id: z.int(), start: z.number(), end: z.number(), text: z.string() }),
          ),
        ),
      }),
    },
    'text/plain': 'text',
  },
  type: 'asr',
  rate: 'audio',
  price: async ({ request }) => {
    const { seconds } = await headerOf(request.file)
    return {
      microUsd: Math.max(1, Math.ceil(seconds)) * TRANSCRIPTION_MICRO_USD_PER_SECOND,
      cheaper: 'send shorter audio',
    }
  },
  answer: async ({ request: { file, response_format: format } }) => {
    const header = await headerOf(file)
    const text = inWords(header)
    if (format === 'text') return { text: `${text}\n` }
    if (format !== 'verbose_json') return { json: { text } }
    const duration = Math.round(header.seconds * 1000) / 1000
    const segments = [{ id: 0, start: 0, end: duration, text }]
    return { json: { task: 'transcribe', language: 'und', duration, text, segments } }
  },
})

/** @throws HttpError 400 for anything but a WAV file, 413 for a large one */
async function headerOf(file: File): Promise<WavHeader> {
  if (file.size >= FILE_SIZE_LIMIT_BYTES)
    throw standardError(
      413,
      `file has ${file.size} bytes, but must be smaller than ${FILE_SIZE_LIMIT_BYTES / 1_000_000} MB.`,
      'PAYLOAD_TOO_LARGE',
    )
  const header = readWav(new Uint8Array(await file.arrayBuffer()))
  if (header) return header
  const message = 'file is not a complete WAV file; only WAV is supported.'
  throw invalidValue(['file'], 'custom', message)
}

function inWords({ encoding, channels, sampleRate, bitsPerSample, seconds }: WavHeader): string {
  const kind = encoding === 1 ? 'PCM' : encoding === 3 ? 'floating point' : `encoding ${encoding}`
  return (
    "This model doesn't recognize speech; it measured the file. " +
    `WAV, ${bitsPerSample}-bit ${kind}, ${channels} ${channels === 1 ? 'channel' : 'channels'}, ` +
    `${sampleRate} Hz, ${seconds.toFixed(2)} s.`
  )
}

/** Samples a second of tones. */
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
