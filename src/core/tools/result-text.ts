import { formatBytes } from '../format/units.ts'
import type { ToolAnswer } from '../storage/conversations/conversation.ts'
import type { ToolContent, ToolOutcome, ToolResult, ToolSource } from './tool.ts'

/** Longest result that goes to the model, in characters. */
export const MAX_RESULT_TEXT = 100_000

/** The most of a result that is stored, in characters of text and base64. */
const MAX_STORED = 8_000_000

/** What is stored of an outcome, and what the model is told. */
export function outcomeAnswer(
  source: ToolSource,
  outcome: ToolOutcome,
  between: { startedAt: number; endedAt: number },
): { answer: ToolAnswer; content: string } {
  const { exchangeId } = outcome
  const times = { ...between, ...(exchangeId === undefined ? {} : { exchangeId }) }
  if (outcome.ok) {
    const result = storableResult(outcome.result)
    return { answer: { by: 'tool', result, ...times }, content: resultText(outcome.result) }
  }
  const { failure, reachedTool } = outcome
  const message = source.kind === 'mcp' ? withoutPlace(failure.message, source) : failure.message
  return {
    answer: { by: 'failure', message, reachedTool, ...times },
    content: `Error: ${message}${reachedTool ? ' The tool may have run.' : ''}`,
  }
}

/** A text without where a server is: that goes neither to the model nor into an export. */
function withoutPlace(text: string, { url, name }: ToolSource): string {
  return [url, URL.parse(url)?.origin ?? url].reduce(
    (rest, place) => rest.replaceAll(place, name),
    text,
  )
}

/** A result as text for the model. What is no text is named by type and size; structured content is second. */
export function resultText({ content, structured, isError }: ToolResult): string {
  const texts = content.map(contentText).filter((text) => text !== '')
  const hasText = content.some(({ type }) => type === 'text' || type === 'resource')
  if (structured !== undefined && !hasText) texts.push(JSON.stringify(structured))
  const text = texts.join('\n') || (isError ? 'The tool failed.' : 'The tool returned nothing.')
  return shortened(isError ? `Error: ${text}` : text)
}

/** A result of which no more is stored than there is room for; what is left out is named. */
export function storableResult(result: ToolResult): ToolResult {
  let room = MAX_STORED
  const fits = (value: unknown) => {
    const size = JSON.stringify(value).length
    if (size > room) return false
    room -= size
    return true
  }
  const { structured, ...rest } = result
  return {
    ...rest,
    content: result.content.map((part): ToolContent =>
      fits(part)
        ? part
        : { type: 'text', text: `[left out: ${shortened(contentText(part), 200)}]` },
    ),
    ...(structured !== undefined && fits(structured) ? { structured } : {}),
  }
}

/** A piece of content as text; what is none is named. */
export function contentText(part: ToolContent): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'image':
    case 'audio':
      return `[${part.type} ${part.mimeType}, ${sizeOf(part.base64)}, not sent]`
    case 'resource':
      return (
        part.text ??
        `[resource ${part.uri}, ${part.mimeType ?? 'unknown type'}, ${sizeOf(part.base64 ?? '')}, not sent]`
      )
    case 'resource_link':
      return `[link to resource ${part.name}: ${part.uri}]`
    case 'unknown':
      return JSON.stringify(part.value)
  }
}

function sizeOf(base64: string): string {
  return formatBytes(Math.floor((base64.length * 3) / 4))
}

function shortened(text: string, most = MAX_RESULT_TEXT): string {
  if (text.length <= most) return text
  return `${text.slice(0, most)}\n[${(text.length - most).toLocaleString('en-US')} more characters were left out]`
}
