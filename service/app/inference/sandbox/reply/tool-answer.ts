import { messageText, type Message } from '../../../../../contract/chat/messages.ts'
import { isJsonObject, readJson, type JsonValue } from '../../../../../contract/json.ts'
import { codeSpan } from '../report/describe-part.ts'
import { plainText } from './plain-text.ts'

const MAX_FIGURES = 8

/** A sentence for each result since the question; undefined when the last message is none. */
export function toolAnswer(messages: readonly Message[]): string | undefined {
  if (messages.at(-1)?.role !== 'tool') return undefined
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1)
  const calls = since.flatMap((message) =>
    message.role === 'assistant' ? (message.tool_calls ?? []) : [],
  )
  return since
    .flatMap((message) => {
      if (message.role !== 'tool') return []
      // Where an id comes twice, the last one asked.
      const call = calls.findLast(({ id }) => id === message.tool_call_id)?.function
      return [resultSentence(call?.name ?? 'tool', call?.arguments ?? '', messageText(message))]
    })
    .join('\n\n')
}

function resultSentence(tool: string, given: string, result: string): string {
  const value = readJson(result)
  const subject = subjectOf(readJson(given))
  const about = subject === undefined ? '' : ` for **${plainText(subject, 80)}**`
  const said =
    value !== undefined && typeof value === 'object' ? figures(value) : plainText(result, 500)
  return said === ''
    ? `${codeSpan(tool)} returned nothing${about}.`
    : `${codeSpan(tool)} says${about}: ${said.replace(/(?<![.\s])[.\s]+$/, '')}.`
}

/** What a call was about: its first argument that is text. */
function subjectOf(given: JsonValue | undefined): string | undefined {
  if (!isJsonObject(given)) return undefined
  return Object.values(given).find(
    (value): value is string => typeof value === 'string' && value !== '',
  )
}

/** The members of a result as people say them: "temperature 21 °C, condition sunny". */
function figures(value: JsonValue): string {
  const members = isJsonObject(value) ? value : { result: value }
  const shown = Object.entries(members).filter(([, member]) => member != null)
  const words = shown.slice(0, MAX_FIGURES).map(([name, member]) => {
    const unit = UNITS.find(([pattern]) => pattern.test(name))
    const label = name
      .replace(unit?.[0] ?? '', '')
      .replaceAll(/[_-]+/g, ' ')
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase()
    return `${plainText(label, 60)} **${memberText(member)}${unit === undefined ? '' : unit[1]}**`
  })
  return (
    words.join(', ') +
    (shown.length > words.length ? ` and ${shown.length - words.length} more` : '')
  )
}

const UNITS: readonly [RegExp, string][] = [
  [/_?(?:celsius|(?<=_)c)$/i, ' °C'],
  [/_?(?:fahrenheit|(?<=_)f)$/i, ' °F'],
  [/_?(?:kmh|kph)$/i, ' km/h'],
  [/_(?:percent|pct)$/i, ' %'],
]

function memberText(member: JsonValue | undefined): string {
  return plainText(typeof member === 'string' ? member : JSON.stringify(member), 120)
}
