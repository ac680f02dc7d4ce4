import { REASONING_EFFORTS } from '../../../contract/chat/request/request-fields.ts'
import { given } from '../../../contract/json.ts'
import type { Tier } from '../../../contract/limits/rate-limits.ts'
import type {
  Model,
  ModelCapabilities,
  ModelDeprecation,
  ModelType,
} from '../../../contract/models/model.ts'

interface SandboxModel {
  id: string
  name: string
  description: string
  tier: Tier
  contextTokens?: number
  maxCompletionTokens?: number
  /** USD per million tokens. DIEM prices are the same figures: one DIEM is one dollar a day. */
  input: number
  output: number
  /** Whether it keeps beginnings of prompts: reading them costs a fifth, writing them a quarter more. */
  cachesPrompts?: true
  traits?: string[]
  capabilities?: ModelCapabilities
  proOnly?: true
  deprecation?: ModelDeprecation
  /** Who else sees what is sent; `private` is nobody. */
  privacy?: 'anonymized'
}

/** A model of this service: listed, and private unless its `spec` says otherwise. */
export function builtInModel(
  type: ModelType,
  id: string,
  spec: NonNullable<Model['model_spec']>,
): Model {
  return {
    id,
    object: 'model',
    owned_by: 'vendor-playground',
    type,
    created: 1_763_596_800,
    model_spec: { privacy: 'private', offline: false, ...spec },
  }
}

function textModel(model: SandboxModel): Model {
  const contextTokens = model.contextTokens ?? 131_072
  const price = (amount: number) => {
    const usd = Math.round(amount * 1_000_000) / 1_000_000
    return { usd, diem: usd }
  }
  const { name, description, tier, traits = [], privacy, proOnly, deprecation } = model
  return {
    context_length: contextTokens,
    ...builtInModel('text', model.id, {
      name,
      description,
      ...given({ privacy, proOnly, deprecation }),
      beta: false,
      betaModel: false,
      availableContextTokens: contextTokens,
      maxCompletionTokens: model.maxCompletionTokens ?? 16_384,
      traits,
      tier,
      capabilities: { ...NO_CAPABILITIES, ...model.capabilities },
      constraints: { temperature: { default: 0.7 }, top_p: { default: 0.9 } },
      pricing: {
        input: price(model.input),
        output: price(model.output),
        ...(model.cachesPrompts
          ? { cache_input: price(model.input * 0.2), cache_write: price(model.input * 1.25) }
          : {}),
      },
    }),
  }
}

const NO_CAPABILITIES = {
  optimizedForCode: false,
  quantization: 'not-available',
  supportsFunctionCalling: false,
  supportsAudioInput: false,
  supportsReasoning: false,
  supportsReasoningEffort: false,
  supportsResponseSchema: false,
  supportsMultipleImages: false,
  supportsVision: false,
  supportsVideoInput: false,
  supportsFileInput: false,
  supportsWebSearch: false,
  supportsLogProbs: false,
  supportsTeeAttestation: false,
  supportsE2EE: false,
  supportsXSearch: false,
} satisfies ModelCapabilities

const TOOLS_AND_SCHEMA = { supportsFunctionCalling: true, supportsResponseSchema: true }

/** The standard web search, and a native one of the imaginary provider. */
const SEARCHES = { supportsWebSearch: true, supportsXSearch: true }

/** The built-in text models: honest simulators, each there to exercise something. No language model runs. */
export const SANDBOX_TEXT_MODELS: readonly Model[] = [
  textModel({
    id: 'sandbox-chat',
    name: 'Sandbox Chat',
    description: 'Responds from a small corpus. Supports tools, schemas and log probabilities.',
    tier: 'S',
    input: 0.7,
    output: 2.8,
    traits: ['default', 'function_calling_default'],
    cachesPrompts: true,
    capabilities: { ...TOOLS_AND_SCHEMA, ...SEARCHES, supportsLogProbs: true },
  }),
  textModel({
    id: 'sandbox-fast',
    name: 'Sandbox Fast',
    description: 'Like Sandbox Chat, but brief: the smallest tier with the highest limits.',
    tier: 'XS',
    maxCompletionTokens: 65_536,
    input: 0.05,
    output: 0.2,
    traits: ['fastest'],
    capabilities: { ...TOOLS_AND_SCHEMA, supportsWebSearch: true },
  }),
  textModel({
    id: 'sandbox-large',
    name: 'Sandbox Large',
    description: 'The largest tier: the lowest limits, the highest price, the longest context.',
    tier: 'L',
    contextTokens: 1_000_000,
    maxCompletionTokens: 65_536,
    input: 3,
    output: 15,
    traits: ['most_intelligent'],
    privacy: 'anonymized',
    cachesPrompts: true,
    capabilities: { ...TOOLS_AND_SCHEMA, ...SEARCHES, supportsLogProbs: true },
  }),
  textModel({
    id: 'sandbox-vision',
    name: 'Sandbox Vision',
    description: 'Accepts several images and names their sizes, colors and shapes.',
    tier: 'M',
    input: 1,
    output: 4,
    traits: ['default_vision'],
    cachesPrompts: true,
    capabilities: {
      ...TOOLS_AND_SCHEMA,
      supportsWebSearch: true,
      supportsVision: true,
      supportsMultipleImages: true,
      maxImages: 10,
    },
  }),
  textModel({
    id: 'sandbox-vision-single',
    name: 'Sandbox Vision Single',
    description: 'Accepts images, but uses only those of the last message that has any.',
    tier: 'M',
    input: 0.8,
    output: 3.2,
    capabilities: { supportsVision: true, maxImages: 1 },
  }),
  textModel({
    id: 'sandbox-media',
    name: 'Sandbox Media',
    description: 'Accepts images, audio, video and files, and quotes documents.',
    tier: 'M',
    input: 1.2,
    output: 4.8,
    capabilities: {
      supportsVision: true,
      supportsMultipleImages: true,
      maxImages: 10,
      maxVideos: 3,
      supportsAudioInput: true,
      supportsVideoInput: true,
      supportsFileInput: true,
    },
  }),
  textModel({
    id: 'sandbox-reasoning',
    name: 'Sandbox Reasoning',
    description: 'Reasons first in reasoning_content; the effort sets how long.',
    tier: 'M',
    input: 1,
    output: 5,
    traits: ['default_reasoning'],
    cachesPrompts: true,
    capabilities: {
      ...TOOLS_AND_SCHEMA,
      supportsWebSearch: true,
      supportsReasoning: true,
      supportsReasoningEffort: true,
      reasoningEffortOptions: [...REASONING_EFFORTS],
      defaultReasoningEffort: 'medium',
    },
  }),
  textModel({
    id: 'sandbox-think-tags',
    name: 'Sandbox Think Tags',
    description: 'Reasons in the legacy form: a <think> block at the start of the content.',
    tier: 'S',
    input: 0.4,
    output: 1.6,
    capabilities: { supportsReasoning: true },
  }),
  textModel({
    id: 'sandbox-private',
    name: 'Sandbox Private',
    description: 'Accepts end-to-end encrypted messages for a simulated enclave.',
    tier: 'S',
    input: 0.9,
    output: 3.6,
    capabilities: { supportsTeeAttestation: true, supportsE2EE: true },
  }),
  textModel({
    id: 'sandbox-pro',
    name: 'Sandbox Pro',
    description: 'For Pro users only: always returns 401.',
    tier: 'M',
    input: 1,
    output: 4,
    proOnly: true,
  }),
  textModel({
    id: 'sandbox-busy',
    name: 'Sandbox Busy',
    description: 'At capacity: always returns 503.',
    tier: 'S',
    input: 0.7,
    output: 2.8,
  }),
  textModel({
    id: 'sandbox-broken',
    name: 'Sandbox Broken',
    description: 'Fails: always returns 500.',
    tier: 'S',
    input: 0.7,
    output: 2.8,
  }),
  textModel({
    id: 'sandbox-slow',
    name: 'Sandbox Slow',
    description: 'Too slow without streaming: returns 504 unless stream is true.',
    tier: 'S',
    input: 0.7,
    output: 2.8,
  }),
  textModel({
    id: 'sandbox-retired',
    name: 'Sandbox Retired',
    description: 'Deprecated: its responses have the deprecation headers.',
    tier: 'S',
    input: 0.7,
    output: 2.8,
    deprecation: {
      autoRemap: false,
      date: '2027-06-30T00:00:00.000Z',
      removesAt: '2027-06-30T00:00:00.000Z',
      startsAt: '2026-10-01T00:00:00.000Z',
      replacementModelId: 'sandbox-chat',
    },
  }),
]

/** Names of other vendors' models that stand for a built-in one. */
export const COMPATIBILITY_MAPPING: Readonly<Record<string, string>> = {
  'gpt-4o': 'sandbox-chat',
  'gpt-4o-mini': 'sandbox-fast',
  'gpt-3.5-turbo': 'sandbox-fast',
  'gpt-4-vision-preview': 'sandbox-vision',
  'o3-mini': 'sandbox-reasoning',
}
