import {
  DEFAULT_EDIT_MODEL,
  DEFAULT_RESOLUTION,
  type EditRequest,
  type EditSettings,
  type ImageFormat,
  outputFormat,
  QUALITIES,
} from '../../../contract/image/edit-request.ts'
import { editModelIssues, ratioOf } from '../../../contract/image/image-limits.ts'
import { constraintsOf, type Model } from '../../../contract/models/model.ts'
import { editPriceOf } from '../../../contract/models/price.ts'
import { validationError } from '../http/http-error.ts'
import type { Catalogue } from '../models/catalogue.ts'
import { modelNotFound, wrongModel } from '../models/model-headers.ts'
import { SANDBOX_EDIT_MODELS } from '../models/operation-models.ts'

/** A quality of the contract. */
export type Quality = (typeof QUALITIES)[number]

/** An edit as it will be done: the request with every default put in. */
export interface EditPlan {
  model: Model
  prompt: string
  /** A tier that the model has. */
  resolution: string
  /** Absent when it is inferred from the image. */
  aspectRatio: string | undefined
  /** What inferring chooses from. */
  supportedRatios: readonly string[]
  quality: Quality
  format: ImageFormat
  isSafe: boolean
  microUsd: number
  /** What the prompt was made of for an additional charge; absent when it was not asked for. */
  enhancedPrompt?: string
}

/** What is charged for enhancing a prompt, micro-USD: the local service's own figure. */
const ENHANCEMENT_MICRO_USD = 1_000

/**
 * Validates a request by what its model accepts.
 * @throws HttpError 404 for a model that is not there, 400 for one that edits no images, and for a
 * prompt, shape or resolution that it does not take
 */
export async function planEdit(request: EditSettings, catalogue: Catalogue): Promise<EditPlan> {
  const model = await editModel(request, catalogue)
  const { defaultResolution, defaultQuality, ...constraints } = constraintsOf(model)
  const supportedRatios = constraints.aspectRatios ?? []
  const resolution = request.resolution ?? defaultResolution ?? DEFAULT_RESOLUTION
  const aspectRatio = request.aspect_ratio ?? 'auto'
  const issues = editModelIssues(request, model)
  if (issues.length > 0) throw validationError(issues)
  const honorsQuality = constraints.qualities !== undefined
  const asked = request.quality ?? QUALITIES.find((quality) => quality === defaultQuality)
  const quality = (honorsQuality ? asked : undefined) ?? 'high'
  return {
    model,
    prompt: request.prompt,
    resolution,
    aspectRatio: aspectRatio === 'auto' ? undefined : aspectRatio,
    supportedRatios,
    quality,
    format: outputFormat({ output_format: request.output_format, resolution }),
    isSafe: request.safe_mode ?? true,
    microUsd:
      (editPriceOf(model, { resolution, quality }) ?? 0) +
      (request.enhance_prompt ? ENHANCEMENT_MICRO_USD : 0),
    // A simulator: what it does is still what the prompt says.
    ...(request.enhance_prompt && { enhancedPrompt: `${request.prompt} (carefully)` }),
  }
}

/**
 * The deprecation headers of a request that uses `modelId` (contract, "Versioning"). The field takes
 * a fixed list of ids, of which this service may not have the one asked for: the header then says so.
 */
export function modelIdHeaders(
  { modelId, model: named }: Pick<EditRequest, 'model' | 'modelId'>,
  model: Model,
): Record<string, string> {
  if (modelId === undefined) return {}
  const other =
    named === undefined && modelId !== model.id
      ? ` ${modelId} isn't available here; ${model.id} was used.`
      : ''
  return {
    'x-vendor-model-deprecation-warning': `The field modelId is deprecated. Use model instead.${other}`,
  }
}

async function editModel(request: EditSettings, catalogue: Catalogue): Promise<Model> {
  const find = (id: string) => SANDBOX_EDIT_MODELS.find((model) => model.id === id)
  const name = request.model ?? request.modelId ?? DEFAULT_EDIT_MODEL
  const trait = catalogue.traits('inpaint')
  const found = find(name) ?? find((Object.hasOwn(trait, name) && trait[name]) || '')
  if (found) return found
  // All ids of the fixed list are accepted, as far as they are asked for by the deprecated field.
  const standIn = request.model === undefined ? find(DEFAULT_EDIT_MODEL) : undefined
  if (standIn) return standIn
  if (!(await catalogue.resolve(name))) throw modelNotFound(name, '?type=inpaint')
  throw wrongModel(
    name,
    SANDBOX_EDIT_MODELS.map(({ id }) => id),
  )
}

/** What the words of a prompt ask for. Angles in degrees, shares in percent, sides in px of the result. */
export type Operation =
  | { kind: PlainKind }
  | { kind: 'rotate'; degrees: number }
  | { kind: 'crop' | 'brighten' | 'darken'; percent: number }
  /** Below 0 it is less contrast. */
  | { kind: 'contrast'; percent: number }
  | { kind: 'blur'; sigma: number | undefined }
  | { kind: 'pixelate'; block: number | undefined }
  | { kind: 'posterize'; levels: number }
  | { kind: 'border'; color: string; width: number | undefined }
  | { kind: 'text'; text: string }

type PlainKind =
  | 'grayscale'
  | 'sepia'
  | 'warm'
  | 'cool'
  | 'sharpen'
  | 'flip'
  | 'mirror'
  | 'invert'
  | 'edges'
  | 'pad'

const WORDS: Readonly<Record<Operation['kind'], RegExp>> = {
  grayscale: /\b(?:gr[ae]y(?:[ -]?scale)?|black[ -]and[ -]white|monochrome|desaturated?)\b/,
  sepia: /\bsepia\b/,
  warm: /\bwarm(?:er|th)?\b/,
  cool: /\bcool(?:er)?\b/,
  blur: /\bblur(?:red|ry|s)?\b/,
  sharpen: /\bsharp(?:en|ened|er)?\b/,
  rotate: /\brotat(?:e|ed|ion)\b/,
  flip: /\b(?:flip(?:ped)?|upside[ -]down)\b/,
  mirror: /\bmirror(?:ed)?\b/,
  invert: /\b(?:invert(?:ed)?|negative)\b/,
  brighten: /\b(?:bright(?:en|er)?|light(?:en|er))\b/,
  darken: /\bdark(?:en|er)?\b/,
  contrast: /\bcontrast\b/,
  text: /\b(?:texts?|captions?|words?|titles?|labels?|write|says?|saying)\b/,
  border: /\b(?:border|frame)\b/,
  crop: /\bcrop(?:ped)?\b/,
  pad: /\b(?:pad(?:ded)?|letterbox(?:ed)?)\b/,
  pixelate: /\b(?:pixel(?:s|ate|ated)?|mosaic)\b/,
  posterize: /\bposteri[sz]ed?\b/,
  edges: /\b(?:edges?|outlines?|sketch)\b/,
}

const COLORS = /\b(?:white|black|red|green|blue|yellow|orange|purple|pink|gold|silver|teal|navy)\b/
const QUOTED = /"([^"]{1,400})"|“([^”]{1,400})”|'([^']{1,400})'(?!\w)/
const LESS = /\b(?:less|lower|low|reduced?|decreased?)\s+(?:the\s+)?$/

/**
 * The operations that a prompt asks for, in the order of its words, each kind once. What stands in
 * quotes is text to draw and never an instruction. Empty when no word is known.
 */
export function operationsOf(prompt: string): Operation[] {
  const quote = QUOTED.exec(prompt)
  const text = quote?.[1] ?? quote?.[2] ?? quote?.[3]
  const said = prompt
    .toLowerCase()
    .replaceAll(new RegExp(QUOTED, 'g'), (part) => ' '.repeat(part.length))
  const found = (Object.keys(WORDS) as Operation['kind'][])
    .flatMap((kind) => {
      const match = WORDS[kind].exec(said)
      return match ? [{ kind, at: match.index, end: match.index + match[0].length }] : []
    })
    .toSorted((a, b) => a.at - b.at)
  return found.flatMap(({ kind, at, end }, index) => {
    const before = said.slice(found[index - 1]?.end ?? 0, at)
    const after = said.slice(end, found[index + 1]?.at ?? said.length)
    return operation(kind, before, after, text) ?? []
  })
}

function operation(
  kind: Operation['kind'],
  before: string,
  after: string,
  text: string | undefined,
): Operation | undefined {
  const [number] = /-?\d{1,4}(?:\.\d{1,3})?/.exec(after.slice(0, 32)) ?? []
  const amount = number === undefined ? undefined : Number(number)
  switch (kind) {
    case 'rotate': {
      const isLeft = /\b(?:left|counter-?clockwise|anti-?clockwise|ccw)\b/.test(after)
      return { kind, degrees: ((isLeft ? -1 : 1) * (amount ?? 90)) % 360 }
    }
    case 'flip':
      return { kind: /\bhorizontal/.test(`${before} ${after}`) ? 'mirror' : kind }
    case 'crop':
      return { kind, percent: within(amount ?? 80, 10, 100) }
    case 'brighten':
    case 'darken':
      return { kind, percent: within(amount ?? 25, 1, 100) }
    case 'contrast': {
      const percent = within(amount ?? 30, 1, 100)
      return { kind, percent: LESS.test(before) ? -percent : percent }
    }
    case 'blur':
      return { kind, sigma: amount === undefined ? undefined : within(amount, 0.3, 40) }
    case 'pixelate':
      return { kind, block: amount === undefined ? undefined : within(Math.round(amount), 2, 256) }
    case 'posterize':
      return { kind, levels: within(Math.round(amount ?? 4), 2, 16) }
    case 'border': {
      const [color = 'white'] = COLORS.exec(`${before.slice(-16)} ${after.slice(0, 32)}`) ?? []
      const width = amount === undefined ? undefined : within(Math.round(amount), 1, 256)
      return { kind, color, width }
    }
    case 'text':
      return text === undefined ? undefined : { kind, text }
    default:
      return { kind }
  }
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

/** Two sides, px. */
export interface Size {
  width: number
  height: number
}

/** A part of a picture, px. */
export interface Region extends Size {
  left: number
  top: number
}

/** Long edge of a resolution tier, px. */
const LONG_EDGES: Readonly<Record<string, number>> = { '1K': 1024, '2K': 2048, '4K': 4096 }

/** Long edge of a resolution tier, px; a tier that is not known is taken as 1K. */
export function longEdgeOf(resolution: string): number {
  return LONG_EDGES[resolution] ?? 1024
}

/** The sides of a result: the long one is given, the ratio says the other. */
export function sizeOf(ratio: string, longEdge: number): Size {
  const value = ratioOf(ratio)
  const short = Math.max(1, Math.round(value >= 1 ? longEdge / value : longEdge * value))
  return value >= 1 ? { width: longEdge, height: short } : { width: short, height: longEdge }
}

/** A size times a factor, in whole px. */
export function scaled({ width, height }: Size, factor: number): Size {
  return {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  }
}

/** The largest size of a picture's own shape within another size. */
export function fitted(picture: Size, within: Size): Size {
  const factor = Math.min(within.width / picture.width, within.height / picture.height)
  return scaled(picture, factor)
}

/** The largest size of another shape within a picture. */
export function shapeWithin(picture: Size, shape: Size): Size {
  const { width, height } = fitted(shape, picture)
  return { width: Math.min(picture.width, width), height: Math.min(picture.height, height) }
}

/** A part of a picture around its middle; never more than there is. */
export function centered(picture: Size, size: Size): Region {
  const width = Math.min(picture.width, Math.max(1, size.width))
  const height = Math.min(picture.height, Math.max(1, size.height))
  return {
    width,
    height,
    left: Math.floor((picture.width - width) / 2),
    top: Math.floor((picture.height - height) / 2),
  }
}

/** The same picture turned by a quarter. */
export function swapped({ width, height }: Size): Size {
  return { width: height, height: width }
}
