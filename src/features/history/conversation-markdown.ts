import { type Message, messageText } from '../../../contract/chat/messages.ts'
import { type AnswerVersion, shownVersion } from '../../core/storage/conversations/conversation.ts'
import type { LoadedConversation } from '../../core/storage/conversations/conversations.ts'
import { blockTokens, type Token } from '../../ui/markdown/grammar/grammar.ts'

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

/**
 * Markdown that loads nothing and hides nothing, wherever it is opened: outside code, tags and
 * pictures lose their meaning; a fence that was left open, because the answer was cut, is closed.
 */
export function inertMarkdown(markdown: string): string {
  const lines = markdown.split('\n')
  const tokens = blockTokens(markdown, {})
  const isCode = new Set(tokens.filter(isCodeBlock).flatMap(linesOf))
  const isText = new Set<number>()
  for (const token of tokens) {
    if (token.type !== 'inline' || token.map === null) continue
    const [from, to] = token.map
    const text = lines.slice(from, to).join('\n')
    // The cells of a table share a line, and code does not reach from one to the next.
    if (isText.has(from) || text.includes('|')) continue
    lines.splice(from, to - from, ...inertText(text).split('\n'))
    for (const line of linesOf(token)) isText.add(line)
  }
  const safe = lines.map((line, index) =>
    isCode.has(index) || isText.has(index) ? line : inert(line),
  )
  const open = openFence(markdown)
  return [...safe, ...(open === undefined ? [] : [open])].join('\n')
}

function isCodeBlock({ type }: Token): boolean {
  return type === 'fence' || type === 'code_block'
}

function linesOf({ map }: Token): number[] {
  const [from, to] = map ?? [0, 0]
  return Array.from({ length: to - from }, (_, line) => from + line)
}

/** The fence that would swallow whatever follows the text. */
function openFence(markdown: string): string | undefined {
  const last = blockTokens(`${markdown}\n\n# end`, {}).at(-1)
  return last?.type === 'fence' ? last.markup : undefined
}

const CODE_SPAN = /((?<!`)(`+)(?!`)[^]*?(?<!`)\2(?!`))/

/** Leaves code spans alone, unless an escape makes them uncertain or a line break could begin HTML. */
function inertText(text: string): string {
  if (text.includes('\\`')) return inert(text)
  return text
    .split(CODE_SPAN)
    .map((piece, index) => {
      // After each span come the backticks that the pattern also gives.
      if (index % 3 === 2) return ''
      return index % 3 === 1 && !piece.includes('\n') ? piece : inert(piece)
    })
    .join('')
}

/** Puts a backslash before what opens a tag or a picture, unless there is one already. */
function inert(text: string): string {
  return text.replace(
    /(?<!\\)(\\*)(<(?=[a-z/!?])|!(?=\[))/gi,
    (_, slashes: string, mark: string) => slashes + (slashes.length % 2 === 0 ? '\\' : '') + mark,
  )
}
