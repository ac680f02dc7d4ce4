import type { Model, ModelType, Pricing } from '../../../contract/models/model.ts'
import { MICRO_USD_PER_USD } from '../../../contract/money.ts'
import {
  EMBEDDING_MICRO_USD_PER_MILLION,
  GENERATED_IMAGE_MICRO_USD,
  QUEUED_AUDIO_MICRO_USD,
  QUEUED_VIDEO_MICRO_USD,
  SPEECH_MICRO_USD_PER_MILLION,
  TRANSCRIPTION_MICRO_USD_PER_SECOND,
} from '../money/usage-prices.ts'

function operationModel(
  type: ModelType,
  id: string,
  name: string,
  description: string,
  pricing: Pricing,
): Model {
  return {
    id,
    object: 'model',
    owned_by: 'vendor-playground',
    type,
    created: 1_763_596_800,
    model_spec: {
      name,
      description,
      privacy: 'private',
      offline: false,
      traits: ['default'],
      pricing,
    },
  }
}

function price(microUsd: number) {
  const usd = microUsd / MICRO_USD_PER_USD
  return { usd, diem: usd }
}

/** The built-in models of embeddings, image generation, audio and video: rules, no neural network. */
export const SANDBOX_OPERATION_MODELS: readonly Model[] = [
  operationModel(
    'embedding',
    'sandbox-embedding',
    'Sandbox Embedding',
    'Hashes words and parts of words: inputs that share them have similar vectors.',
    { input: price(EMBEDDING_MICRO_USD_PER_MILLION) },
  ),
  operationModel(
    'image',
    'sandbox-image',
    'Sandbox Image',
    'Draws circles in the colors of the prompt, without a neural network.',
    { generation: price(GENERATED_IMAGE_MICRO_USD) },
  ),
  operationModel(
    'tts',
    'sandbox-tts',
    'Sandbox Speech',
    "Plays a tone for every letter. Doesn't speak.",
    { input: price(SPEECH_MICRO_USD_PER_MILLION) },
  ),
  operationModel(
    'asr',
    'sandbox-asr',
    'Sandbox Transcription',
    "Measures a WAV file and reports the result. Doesn't recognize speech.",
    { per_audio_second: price(TRANSCRIPTION_MICRO_USD_PER_SECOND) },
  ),
  operationModel(
    'video',
    'sandbox-video',
    'Sandbox Video',
    'Queues a job and returns the same short clip for every prompt.',
    { generation: price(QUEUED_VIDEO_MICRO_USD) },
  ),
  operationModel(
    'music',
    'sandbox-music',
    'Sandbox Music',
    'Queues a job and plays a tone for every letter of the prompt.',
    { generation: price(QUEUED_AUDIO_MICRO_USD) },
  ),
]

/** Names of other vendors' models that stand for one of these. */
export const OPERATION_MAPPING: Readonly<Record<string, string>> = {
  'text-embedding-3-small': 'sandbox-embedding',
  'text-embedding-3-large': 'sandbox-embedding',
  'text-embedding-ada-002': 'sandbox-embedding',
  'gpt-image-1': 'sandbox-image',
  'dall-e-3': 'sandbox-image',
  'tts-1': 'sandbox-tts',
  'gpt-4o-mini-tts': 'sandbox-tts',
  'whisper-1': 'sandbox-asr',
  'gpt-4o-transcribe': 'sandbox-asr',
}
