import { z } from '../../../../contract/zod.ts'
import type { Operation } from '../openapi/operation.ts'
import {
  speechFields,
  speechRequestSchema,
  transcriptionFields,
  transcriptionRequestSchema,
} from './audio-request.ts'

const transcriptionSchema = z.looseObject({
  text: z.string(),
  task: z.exactOptional(z.string()),
  language: z.exactOptional(z.string()),
  duration: z.exactOptional(z.number()),
  segments: z.exactOptional(
    z.array(z.looseObject({ id: z.int(), start: z.number(), end: z.number(), text: z.string() })),
  ),
})

const common = {
  method: 'post',
  tag: 'Audio',
  access: 'key or wallet',
  headers: ['model', 'rate-limit', 'balance'],
  errors: [404, 503, 504],
} as const

/** Audio. */
export const AUDIO_OPERATIONS: readonly Operation[] = [
  {
    ...common,
    path: '/audio/speech',
    operationId: 'createSpeech',
    summary: 'Create speech',
    description: "The built-in model plays a tone for every letter; it doesn't speak.",
    body: {
      'application/json': {
        schema: { name: 'SpeechRequest', schema: speechRequestSchema, fields: speechFields },
        example: { model: 'sandbox-tts', input: 'Hello, world.', voice: 'alloy' },
      },
    },
    answers: { 'audio/wav': 'bytes', 'audio/pcm': 'bytes' },
  },
  {
    ...common,
    path: '/audio/transcriptions',
    operationId: 'createTranscription',
    summary: 'Create transcription',
    description: "The built-in model measures the file; it doesn't recognize speech.",
    body: {
      'multipart/form-data': {
        schema: {
          name: 'TranscriptionForm',
          schema: transcriptionRequestSchema,
          fields: transcriptionFields,
          files: ['file'],
        },
        example: { file: 'speech.wav', model: 'sandbox-asr', response_format: 'json' },
      },
    },
    answers: {
      'application/json': { name: 'Transcription', schema: transcriptionSchema },
      'text/plain': 'text',
    },
  },
]
