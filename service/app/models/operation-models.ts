import {
  EDIT_MODEL_TYPE,
  type Model,
  type ModelType,
  type Pricing,
} from '../../../contract/models/model.ts'
import { MICRO_USD_PER_USD } from '../../../contract/money.ts'
import {
  EMBEDDING_MICRO_USD_PER_MILLION,
  GENERATED_IMAGE_MICRO_USD,
  QUEUED_AUDIO_MICRO_USD,
  QUEUED_VIDEO_MICRO_USD,
  SPEECH_MICRO_USD_PER_MILLION,
  TRANSCRIPTION_MICRO_USD_PER_SECOND,
} from '../money/metered-request.ts'
import { builtInModel } from './sandbox-models.ts'

function operationModel(
  type: ModelType,
  id: string,
  name: string,
  description: string,
  pricing: Pricing,
): Model {
  return builtInModel(type, id, { name, description, traits: ['default'], pricing })
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

function editModel({ id, ...spec }: NonNullable<Model['model_spec']> & { id: string }): Model {
  return builtInModel(EDIT_MODEL_TYPE, id, { traits: [], ...spec })
}

function usd(amount: number) {
  return { usd: amount, diem: amount }
}

/** The built-in image-edit models. */
export const SANDBOX_EDIT_MODELS: readonly Model[] = [
  editModel({
    id: 'firered-image-edit',
    name: 'FireRed Image Edit (sandbox)',
    description: 'The default edit model: every aspect ratio and resolution.',
    traits: ['default'],
    constraints: {
      promptCharacterLimit: 32_768,
      aspectRatios: ['auto', '1:1', '3:2', '16:9', '21:9', '9:16', '2:3', '3:4', '4:5'],
      combineImages: false,
      maxInputImages: 1,
      singleImageAspectRatio: true,
      resolutions: ['1K', '2K', '4K'],
      defaultResolution: '1K',
    },
    pricing: {
      inpaint: usd(0.04),
      resolutions: { '1K': usd(0.04), '2K': usd(0.06), '4K': usd(0.12) },
    },
  }),
  editModel({
    id: 'sandbox-quality-edit',
    name: 'Sandbox Quality Edit',
    description: 'The only model that supports quality, with a price per quality.',
    constraints: {
      promptCharacterLimit: 4000,
      aspectRatios: ['auto', '1:1', '3:2', '2:3', '16:9', '9:16'],
      combineImages: false,
      maxInputImages: 1,
      singleImageAspectRatio: true,
      resolutions: ['1K', '2K', '4K'],
      defaultResolution: '1K',
      qualities: ['low', 'medium', 'high'],
      defaultQuality: 'high',
    },
    pricing: {
      inpaint: usd(0.27),
      resolutions: { '1K': usd(0.27), '2K': usd(0.51), '4K': usd(0.99) },
      quality: {
        '1K': { low: usd(0.02), medium: usd(0.07), high: usd(0.27) },
        '2K': { low: usd(0.04), medium: usd(0.13), high: usd(0.51) },
        '4K': { low: usd(0.08), medium: usd(0.25), high: usd(0.99) },
      },
    },
  }),
  editModel({
    id: 'sandbox-tall-edit',
    name: 'Sandbox Tall Edit',
    description: 'Few aspect ratios, one resolution, a short prompt.',
    constraints: {
      promptCharacterLimit: 500,
      aspectRatios: ['auto', '9:16', '2:3', '3:4'],
      combineImages: false,
      maxInputImages: 1,
      singleImageAspectRatio: true,
      resolutions: ['1K'],
      defaultResolution: '1K',
    },
    pricing: { inpaint: usd(0.02), resolutions: { '1K': usd(0.02) } },
  }),
]
