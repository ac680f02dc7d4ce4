import { emptyAnswer } from '../../../../contract/chat/answer.ts'
import { readWhole, withReadings } from '../../../../contract/chat/read/read-event.ts'
import type { Exchange } from '../../../core/client/exchanges/exchange.ts'
import { answerReplay } from '../../../core/inspector/replay/answer-at.ts'
import { jsonToCopy } from '../../../ui/format/json.ts'

/** What an exchange brought, as one text: the words of a chat's choices, or the body as it came. */
export function answerText(exchange: Exchange): string {
  const { body, eventCount, providerName } = exchange
  if (eventCount > 0) return choicesText(answerReplay(exchange)(eventCount).answer.choices)
  if (body === undefined) return ''
  if (body.kind === 'text') return body.text
  if (body.kind === 'file') return `${body.mediaType}, ${body.bytes} bytes`
  const readings = readWhole(JSON.stringify(body.value), { providerName, nowMs: 0 })
  const { choices } = withReadings(emptyAnswer, readings).answer
  return choices.length > 0 ? choicesText(choices) : jsonToCopy(body.value)
}

type Choices = readonly {
  content: string
  refusal?: string
  toolCalls: readonly { name: string; arguments: string }[]
}[]

function choicesText(choices: Choices): string {
  return choices
    .map(({ content, refusal = '', toolCalls }) =>
      [content, refusal, ...toolCalls.map((call) => `${call.name}(${call.arguments})`)]
        .filter((part) => part !== '')
        .join('\n'),
    )
    .join('\n\n')
}
