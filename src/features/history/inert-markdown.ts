import { blockTokens, type Token } from '../../ui/markdown/grammar/grammar.ts'

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
