import { chatFields } from '../../../../../contract/chat/request/request-fields.ts'
import type { GenerationRequest } from '../../engine.ts'

/** What every listed field of this request means, one line each. */
export function fieldMeanings({ request }: GenerationRequest): string {
  const sent = new Set(Object.keys(request))
  return Object.entries(chatFields)
    .filter(([name]) => sent.has(name))
    .map(([name, { meaning }]) => `- \`${name}\`: ${meaning}`)
    .join('\n')
}
