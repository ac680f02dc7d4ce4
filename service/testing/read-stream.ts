import {
  type ChatCompletionChunk,
  chatCompletionChunkSchema,
} from '../../contract/chat/response.ts'
import { validate } from '../../contract/validation.ts'

/** The data lines of a streamed answer, read to its end, `[DONE]` included. */
export async function dataLines(response: Response): Promise<string[]> {
  const text = await response.text()
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => event.slice('data: '.length))
}

/** The chunks of a streamed answer, each validated by the contract. */
export async function chunksOf(response: Response): Promise<ChatCompletionChunk[]> {
  const lines = await dataLines(response)
  return lines
    .filter((line) => line !== '[DONE]')
    .map((line) => {
      const validated = validate(chatCompletionChunkSchema, JSON.parse(line))
      if (!validated.ok) throw new Error(JSON.stringify(validated.issues))
      return validated.value
    })
}

/** The visible text of one choice. */
export function textOf(chunks: readonly ChatCompletionChunk[], choice = 0): string {
  return chunks
    .flatMap((chunk) => chunk.choices ?? [])
    .filter(({ index }) => index === choice)
    .map(({ delta }) => delta?.content ?? '')
    .join('')
}
