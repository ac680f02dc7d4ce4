import { encodeBase64 } from '../../../contract/encoding/bytes.ts'
import { sha256 } from '../../../contract/encoding/sha256.ts'
import { standardError } from '../http/http-error.ts'
import type { GenerationRequest } from '../inference/engine.ts'

/** Stands for the models of one maker, whose tool calls must come back with what they were signed with. */
const SIGNING_MODEL = 'sandbox-large'

/** Whether a model signs its tool calls, as some behind the real service do. */
export function signsCalls({ model, likeProvider }: GenerationRequest): boolean {
  return likeProvider && model.id === SIGNING_MODEL
}

/** The `thought_signature` of a call, beside its `function`. */
export function thoughtSignature(id: string): string {
  return encodeBase64(sha256(`thought ${id}`))
}

/**
 * Refuses a tool call of the present turn that came back without its signature.
 * @throws HttpError 400
 */
export function requireSignatures({ request: { messages } }: GenerationRequest): void {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  for (const message of messages.slice(asked + 1))
    for (const call of message.role === 'assistant' ? (message.tool_calls ?? []) : []) {
      const signature = call['thought_signature']
      if (signature === undefined)
        throw standardError(
          400,
          `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Function call \`${call.function.name}\`.`,
        )
      if (signature !== thoughtSignature(call.id))
        throw standardError(400, 'Thought signature is not valid.')
    }
}
