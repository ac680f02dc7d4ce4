import { isJsonObject, type JsonValue } from '../../../contract/json.ts'
import type { Exchange, ExchangeFormField } from '../client/exchanges/exchange.ts'

/** The first words of what a request asks, at most 60 characters; undefined where it has no prompt. */
export function promptPreview({ request }: Pick<Exchange, 'request'>): string | undefined {
  const { form = [], body = Object.fromEntries(form.flatMap(textField)) } = request
  if (!isJsonObject(body)) return undefined
  const { messages, prompt, input } = body
  const last = Array.isArray(messages) ? messages.findLast(isUserMessage) : undefined
  const text = textOf(last ?? prompt ?? input)
    ?.replaceAll(/\s+/g, ' ')
    .trim()
  if (text === undefined || text === '') return undefined
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1).trimEnd()}…` : text
}

const MAX_LENGTH = 60
/** Enough of a long text to fill the preview, whatever white space it has. */
const READ = 400

function textField(field: ExchangeFormField): [string, string][] {
  return 'text' in field ? [[field.name, field.text]] : []
}

function isUserMessage(message: JsonValue): boolean {
  return isJsonObject(message) && message['role'] === 'user'
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value.slice(0, READ)
  if (Array.isArray(value)) {
    for (const part of value) {
      const text = textOf(part)
      if (text !== undefined) return text
    }
    return undefined
  }
  if (!isJsonObject(value)) return undefined
  return textOf(value['content'] ?? value['text'])
}
