import { DEFAULT_EDIT_MODEL } from '../../../contract/image/edit-request.ts'
import { given } from '../../../contract/json.ts'
import type { Model } from '../../../contract/models/model.ts'
import { type HttpError, standardError } from '../http/http-error.ts'

/** The headers that say how content was validated (contract, "Other response headers"). */
export function safetyHeaders(validated: {
  isBlurred: boolean
  hasMinor: boolean
  isViolation?: boolean
  isAdultModelViolation?: boolean
}): Record<string, string> {
  return {
    'x-vendor-is-blurred': String(validated.isBlurred),
    'x-vendor-is-content-violation': String(validated.isViolation ?? false),
    'x-vendor-is-adult-model-content-violation': String(validated.isAdultModelViolation ?? false),
    'x-vendor-contains-minor': String(validated.hasMinor),
  }
}

/**
 * The 422 of what a model refuses. The default model blocks explicit sexual imagery, sexualization of
 * minors and real-world violence (contract, "Content policy"); the others only what nobody may make.
 */
export function contentPolicyError(found: Classification, model: Model): HttpError | undefined {
  const isDefault = model.id === DEFAULT_EDIT_MODEL
  if (found.refusal === undefined || !(isDefault || found.refusedByAll)) return undefined
  return standardError(
    422,
    `The content policy of ${model.id} blocks this request: ${found.refusal}. Change the prompt or the image.`,
    'CONTENT_POLICY_VIOLATION',
    safetyHeaders({
      isBlurred: false,
      hasMinor: found.hasMinor,
      isViolation: true,
      isAdultModelViolation: !isDefault,
    }),
  )
}

/** What the sandbox's classifier says of a request. */
export interface Classification {
  /** Adult content: blurred in safe mode. */
  isAdult: boolean
  /** The picture is said to show a minor. */
  hasMinor: boolean
  /** What the default model refuses, in words; absent when nothing. */
  refusal?: string
  /** Refused by every model, those without a policy of their own included. */
  refusedByAll: boolean
}

const ADULT = words('nsfw|nude|nudes|nudity|naked')
const MINOR = words('minor|minors|child|children|kid|kids|toddler|underage|schoolgirl|schoolboy')
const EXPLICIT = words(
  'porn|porno|pornographic|pornography|hentai|blowjob|orgy|genitals|masturbat\\w*|ejaculat\\w*|sex act|explicit sex|sexual intercourse|sexually explicit|having sex',
)
const SEXUAL = words('sexy|sexual|sexualized|sexualised|erotic|lewd')
const VIOLENCE = words(
  'gore|gory|behead\\w*|decapitat\\w*|dismember\\w*|massacre|mass shooting|school shooting|terrorist attack|torture|lynching|mutilat\\w*|murdered|corpse',
)

/**
 * The sandbox's classifier. No model looks at the picture: only words count, in the prompt, in the
 * name of the file and in the text that a PNG carries, so that every flag can be tried out without
 * any such picture. `nsfw` or `nude` mean adult content; `minor`, `child` and the like a minor.
 */
export function classify(prompt: string, labels: readonly string[]): Classification {
  const said = [prompt, ...labels].join('\n').toLowerCase()
  const isAdult = ADULT.test(said) || EXPLICIT.test(said)
  const hasMinor = MINOR.test(said)
  if (hasMinor && (isAdult || SEXUAL.test(said)))
    return { isAdult, hasMinor, refusedByAll: true, refusal: 'sexualization of minors' }
  const refusal = EXPLICIT.test(said)
    ? 'explicit sexual imagery'
    : VIOLENCE.test(said)
      ? 'real-world violence'
      : undefined
  return { isAdult, hasMinor, refusedByAll: false, ...given({ refusal }) }
}

/** Whole words; an underscore or a digit ends one too, as file names have it. */
function words(alternatives: string): RegExp {
  return new RegExp(`(?<![a-z])(?:${alternatives})(?![a-z])`)
}
