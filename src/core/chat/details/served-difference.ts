import type { Answer } from '../../../../contract/chat/answer.ts'
import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { AnswerVersion } from '../../storage/conversations/conversation.ts'

/** A parameter whose value in force is not the one that was asked for. */
export interface ParameterDifference {
  name: string
  asked: unknown
  applied: unknown
}

type Asked = Pick<AnswerVersion, 'model' | 'asked'>

/** The vendor parameters that the service echoed otherwise than asked; suffixes of the model count. */
export function parameterDifferences(
  { echo }: Pick<Answer, 'echo'>,
  { model, asked }: Asked,
): ParameterDifference[] {
  if (echo === undefined) return []
  // A suffix beats the object (contract, "vendor_parameters").
  const wanted = { ...asked?.vendor_parameters, ...parseModelSuffix(model).parameters }
  return Object.entries(wanted).flatMap(([name, value]) => {
    const applied = Object.hasOwn(echo, name) ? echo[name] : undefined
    return applied === undefined || applied === value ? [] : [{ name, asked: value, applied }]
  })
}

/** Traits as services spell them; the answer to one names the model that has it. */
const TRAIT = /^(?:default|fastest|most)(?:_|$)/

/**
 * Whether a model answered that nobody asked for by any name: a fallback, or another one than the
 * id in the request. A name with a date after it is the same model.
 */
export function isOtherModel(
  { model, served }: Pick<Answer, 'model' | 'served'>,
  asked: string,
): boolean {
  const { id } = parseModelSuffix(asked)
  if (served?.router !== undefined) return served.router.startsWith('fallback=')
  return model !== undefined && model !== id && !model.startsWith(`${id}-`) && !TRAIT.test(id)
}

/** How the request came to a model that is not called as asked; undefined when it is the same. */
export function modelDifference(
  { model, served }: Pick<Answer, 'model' | 'served'>,
  asked: string,
): string | undefined {
  const { id } = parseModelSuffix(asked)
  if (model === undefined || model === id) return undefined
  const [kind, name = ''] = (served?.router ?? '').split('=', 2)
  switch (kind) {
    case 'trait':
      return `"${id}" is a trait. It currently resolves to ${model}.`
    case 'mapping':
      return `"${name || id}" is another provider's model ID, mapped to ${model}.`
    case 'fallback':
      return `${id} was unavailable. ${model} is one of your fallbacks.`
    default:
      return `Requested ${id}, but the API used ${model}.`
  }
}
