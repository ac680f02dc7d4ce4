import { messageText, type Message } from '../../../contract/chat/messages.ts'
import { shownVersion, type AnswerVersion } from '../../core/storage/conversations/conversation.ts'
import type { LoadedConversation } from '../../core/storage/conversations/conversations.ts'
import { inertMarkdown } from './inert-markdown.ts'

/**
 * A conversation as a Markdown document. What people wrote stands in fences, exactly as sent; answers
 * stand as the Markdown they are, with raw HTML and pictures from elsewhere made inert, so that
 * opening the document loads nothing. Bytes of attachments are left out and named.
 */
export function conversationMarkdown(loaded: LoadedConversation, title: string): string {
  const { conversation, messages } = loaded
  const turns = messages.flatMap((record): string[] => {
    if (record.kind === 'written') return [writtenTurn(record.message)]
    const version = shownVersion(record)
    return version === undefined ? [] : [answerTurn(version)]
  })
  const head = [
    `# ${inline(title)}`,
    `${inline(conversation.model)} · ${new Date(conversation.createdAt).toISOString()}`,
  ]
  const settings =
    Object.keys(conversation.settings).length === 0
      ? []
      : [fenced(JSON.stringify(conversation.settings, null, 2), 'json')]
  return `${[...head, ...settings, ...turns].join('\n\n')}\n`
}

/** Text in a fence that no line of it can close. */
export function fenced(text: string, language = 'text'): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** Text as one line that Markdown shows as it is. */
export function inline(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>()#+\-.!|~&:@]/g, '\\$&')
}

function writtenTurn(message: Message): string {
  const parts = Array.isArray(message.content) ? message.content : []
  const attached = parts.filter(({ type }) => type !== 'text').map(({ type }) => `- ${type}`)
  return [
    `## ${message.role}`,
    ...(message.role === 'tool'
      ? [`Result for \`${message.tool_call_id.replaceAll('`', '')}\``]
      : []),
    fenced(messageText(message)),
    ...(attached.length === 0 ? [] : [`Attached, not in this document:\n\n${attached.join('\n')}`]),
  ].join('\n\n')
}

function answerTurn({ answer, model }: AnswerVersion): string {
  const { choices, citations, phase } = answer
  const state = phase === 'finished' ? '' : ` (${phase})`
  const texts = choices.flatMap(({ content, reasoning, toolCalls }, index) => [
    ...(choices.length > 1 ? [`### Choice ${index + 1}`] : []),
    ...(reasoning === '' ? [] : ['Reasoning:', fenced(reasoning)]),
    ...(content === '' ? [] : [inertMarkdown(content)]),
    ...toolCalls.map(
      (call) => `Calls the tool ${inline(call.name)}:\n\n${fenced(call.arguments, 'json')}`,
    ),
  ])
  const sources = citations.map(
    ({ title, url }, index) => `${index + 1}. ${inline(title)}: ${inline(url)}`,
  )
  return [
    `## assistant · ${inline(answer.model ?? model)}${state}`,
    ...texts,
    ...(sources.length === 0 ? [] : [`Sources:\n\n${sources.join('\n')}`]),
  ].join('\n\n')
}
