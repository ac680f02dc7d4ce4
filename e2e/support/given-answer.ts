import type { Page } from '@playwright/test'

type Json = Readonly<Record<string, unknown>>

/** What is given as an answer: the message of its only choice, and what stands beside the choices. */
interface GivenAnswer {
  message: Json
  /** Members of the choice besides index, message and finish reason. */
  choice?: Json
  rest?: Json
}

const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }

/** Replaces every answer of the service by this one, as one body or as a stream cut into small pieces. */
export async function giveAnswer(
  page: Page,
  answer: GivenAnswer,
  streamed: boolean,
): Promise<void> {
  await page.route('**/api/v1/chat/completions', async (route) => {
    const body = streamed ? streamOf(answer) : JSON.stringify(completionOf(answer))
    await route.fulfill({ contentType: streamed ? 'text/event-stream' : 'application/json', body })
  })
}

function completionOf({ message, choice, rest }: GivenAnswer): Json {
  const only = { index: 0, finish_reason: 'stop', logprobs: null, ...choice }
  return {
    id: 'given',
    object: 'chat.completion',
    created: 1,
    model: 'given',
    usage,
    choices: [{ ...only, message: { role: 'assistant', ...message } }],
    ...rest,
  }
}

function streamOf({ message, choice, rest }: GivenAnswer): string {
  const { content, ...others } = message
  const { logprobs, ...ending } = choice ?? {}
  const text = typeof content === 'string' ? content : ''
  const pieces = text.match(/[^]{1,7}/gu) ?? []
  const chunk = (value: Json) =>
    `data: ${JSON.stringify({ id: 'given', object: 'chat.completion.chunk', created: 1, model: 'given', ...value })}\n\n`
  const delta = (value: Json, more: Json = {}) =>
    chunk({ choices: [{ index: 0, delta: value, finish_reason: null, ...more }] })
  return [
    ...(rest === undefined ? [] : [chunk({ choices: [], ...rest })]),
    delta(
      { role: 'assistant', ...withIndexes(others) },
      logprobs === undefined ? {} : { logprobs },
    ),
    ...pieces.map((piece) => delta({ content: piece })),
    delta({}, { finish_reason: 'stop', ...ending }),
    chunk({ choices: [], usage }),
    'data: [DONE]\n\n',
  ].join('')
}

/** In a stream, tool calls carry their index. */
function withIndexes(message: Json): Json {
  const calls = message['tool_calls']
  if (!Array.isArray(calls)) return message
  return { ...message, tool_calls: calls.map((call: object, index) => ({ index, ...call })) }
}
