import {
  EDIT_MODEL_TYPE,
  type Model,
  type ModelConstraints,
  type Pricing,
} from '../../../contract/models/model.ts'

interface EditModel {
  id: string
  name: string
  description: string
  traits?: string[]
  constraints: ModelConstraints
  pricing: Pricing
}

function editModel({ id, name, description, traits, constraints, pricing }: EditModel): Model {
  return {
    id,
    object: 'model',
    owned_by: 'vendor-playground',
    type: EDIT_MODEL_TYPE,
    created: 1_763_596_800,
    model_spec: {
      name,
      description,
      privacy: 'private',
      offline: false,
      traits: traits ?? [],
      constraints,
      pricing,
    },
  }
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
