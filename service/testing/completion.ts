import { chatCompletionSchema, type ChatCompletion } from '../../contract/chat/response.ts'
import { validate } from '../../contract/validation.ts'

/** The body of an answer that was not streamed, validated by the contract. */
export async function completionOf(response: Response): Promise<ChatCompletion> {
  const body: unknown = await response.json()
  const validated = validate(chatCompletionSchema, body)
  if (!validated.ok)
    throw new Error(`${JSON.stringify(body).slice(0, 500)} ${JSON.stringify(validated.issues)}`)
  return validated.value
}

/** The visible text of one choice. */
export function contentOf(answer: ChatCompletion, choice = 0): string {
  const content = answer.choices?.[choice]?.message.content
  return typeof content === 'string' ? content : ''
}
