import MarkdownIt from 'markdown-it'
import type { Env, StateBlock, StateInline, Token } from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'

import { mathBlock, mathInline } from './math-rules.ts'

const definition = /^\[\^([^\s[\]^]{1,80})\]:[ \t]*/
const mark = /\[\^([^\s[\]^]{1,80})\]/y

/** A note, `[^1]: words`, where it was written; among the references, so its marks may come first. */
function noteBlock(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const { blkIndent, parentType } = state
  const column = state.sCount[startLine] ?? 0
  const shift = state.tShift[startLine] ?? 0
  const start = state.bMarks[startLine] ?? 0
  if (column - blkIndent >= 4 || !state.src.startsWith('[^', start + shift)) return false
  const found = definition.exec(state.src.slice(start + shift, state.eMarks[startLine]))
  const label = found?.[1]
  if (found === null || label === undefined) return false
  if (silent) return true

  const key = keyOf(state, label)
  const references = (state.env.references ??= {})
  references[key] ??= { href: '', title: '' }
  const open = state.push('note_open', 'div', 1)
  open.content = label
  open.meta = { label: key }
  const lines: [number, number] = [startLine, 0]
  open.map = lines
  // Its first line begins after the colon, as if it were indented as the others are.
  state.blkIndent = blkIndent + 4
  state.parentType = 'blockquote'
  state.sCount[startLine] = state.blkIndent
  state.bMarks[startLine] = start + shift + found[0].length
  state.tShift[startLine] = 0
  state.md.block.tokenize(state, startLine, endLine)
  state.blkIndent = blkIndent
  state.parentType = parentType
  state.sCount[startLine] = column
  state.bMarks[startLine] = start
  state.tShift[startLine] = shift
  lines[1] = state.line
  state.push('note_close', 'div', -1)
  return true
}

/** `[^1]`, where such a note is defined. In the words of a link it is not looked for: it would end them. */
function noteMark(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (silent || !src.startsWith('[^', pos)) return false
  mark.lastIndex = pos
  const [markup, label] = mark.exec(src) ?? []
  if (markup === undefined || label === undefined || mark.lastIndex > state.posMax) return false
  if (state.env.references?.[keyOf(state, label)] === undefined) return false
  const token = state.push('note_mark', 'sup', 0)
  token.content = label
  token.markup = markup
  state.pos = mark.lastIndex
  return true
}

/** A name that no link can have: theirs are trimmed. */
function keyOf({ md }: Pick<StateInline, 'md'>, label: string): string {
  return ` ${md.utils.normalizeReference(`^${label}`)}`
}

const lineBreak = /<br *\/?>/iy
const opening = /<(sub|sup|kbd)>/iy
/** Characters within which a tag is closed: these mark a few words. */
const longest = 300

/**
 * The tags that Markdown has no marks for and models write: `<br>` for lines in a cell, and `sub`, `sup`
 * and `kbd`, bare and closed. They become what Markdown's own marks do, tokens; no HTML is passed on,
 * and every other tag, or one of these with anything in it, is text.
 */
function textTag(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  if (src.charAt(pos) !== '<') return false
  lineBreak.lastIndex = pos
  if (lineBreak.test(src)) {
    if (!silent) state.push('hardbreak', 'br', 0)
    state.pos = lineBreak.lastIndex
    return true
  }
  opening.lastIndex = pos
  const tag = opening.exec(src)?.[1]?.toLowerCase()
  if (tag === undefined) return false
  const start = opening.lastIndex
  const end = closingTag(state, tag, start)
  if (end < 0) return false
  if (!silent) {
    state.pos = start
    state.posMax = end
    state.push(`${tag}_open`, tag, 1)
    state.md.inline.tokenize(state)
    state.push(`${tag}_close`, tag, -1)
    state.posMax = posMax
  }
  state.pos = end + tag.length + 3
  return true
}

/** Where the closing tag begins, outside code and whatever else is one token; -1 where none is near. */
function closingTag(state: StateInline, tag: string, start: number): number {
  const close = `</${tag}>`
  const last = Math.min(state.posMax - close.length, start + longest)
  // Most that are never closed cost no more than this look.
  if (
    !state.src
      .slice(start, last + close.length)
      .toLowerCase()
      .includes(close)
  )
    return -1
  const { pos } = state
  let found = -1
  state.pos = start
  while (found < 0 && state.pos <= last) {
    const at = state.pos
    if (state.src.slice(at, at + close.length).toLowerCase() === close) found = at
    else state.md.inline.skipToken(state)
  }
  state.pos = pos
  return found
}

export type { Env, StateBlock, Token }

/**
 * CommonMark with GFM tables, strikethrough, autolinks and notes, formulas between dollars or TeX brackets,
 * and citation markers. HTML is off, so tags are text, but for the few of `text-tags.ts`.
 * Only the block and inline tokenizers are used; elements are made in `render.ts`.
 */
export const markdown = createGrammar()

/** The list rule alone: what continues a list whose earlier items are already frozen. */
export const listRule = onlyRule('list')

function createGrammar() {
  const grammar = new MarkdownIt({ html: false, linkify: true }).use(cjkFriendly)
  const alt = ['paragraph', 'reference', 'blockquote', 'list']
  grammar.block.ruler.after('fence', 'math', mathBlock, { alt })
  grammar.block.ruler.before('reference', 'note', noteBlock, { alt })
  grammar.inline.ruler.before('escape', 'math', mathInline)
  grammar.inline.ruler.before('link', 'citation', citation)
  grammar.inline.ruler.before('link', 'note_mark', noteMark)
  grammar.inline.ruler.before('autolink', 'text_tag', textTag)
  // Bare domains are left alone: "README.md" is a file, not a host in Moldova.
  grammar.linkify.set({ fuzzyLink: false, fuzzyEmail: true })
  grammar.linkify.add('ftp:', null)
  grammar.linkify.add('//', null)
  grammar.linkify.add('www.', {
    validate(text, pos, self) {
      const host = self.re.get_relative_proto_validator()
      host.lastIndex = pos
      return host.exec(text)?.[0].length ?? 0
    },
    normalize(match) {
      match.url = `http://${match.url}`
    },
  })
  // What is shown is what was written: decoding a host would undo punycode.
  grammar.normalizeLinkText = (url) => url
  grammar.core.ruler.disable([
    'normalize',
    'block',
    'strip_references',
    'replacements',
    'smartquotes',
  ])
  return grammar
}

function onlyRule(name: string) {
  const grammar = new MarkdownIt()
  grammar.block.ruler.enableOnly(name)
  const rule = grammar.block.ruler.getRules('')[0]
  if (!rule) throw new Error(`markdown-it has no block rule "${name}"`)
  return rule
}

/** Opens a block tokenizer over `source`; positions in its maps are lines of `source`. */
export function blockState(source: string, env: Env): StateBlock {
  return new markdown.block.State(source, markdown, env, [])
}

/** Block tokens of a whole text, without inline content. Fills `env.references`. */
export function blockTokens(source: string, env: Env): Token[] {
  const state = blockState(source, env)
  markdown.block.tokenize(state, 0, state.lineMax)
  return state.tokens
}

/** Fills the `children` of every inline token: emphasis, code, links, autolinks. */
export function tokenizeInline(tokens: Token[], env: Env): void {
  const state = new markdown.core.State('', markdown, env)
  state.tokens = tokens
  markdown.core.process(state)
}

interface InlineState {
  src: string
  pos: number
  push: (type: string, tag: string, nesting: 0) => { content: string; markup: string }
}

/** `[REF]0[/REF]`, which counts from 0, and `^1^` or `^1,3^`, which count from 1. */
const fromZero = /\[REF\]\s?(\d{1,4}(?:,\s?\d{1,4}){0,15})\s?\[\/REF\]/y
const fromOne = /\^([1-9]\d{0,3}(?:,\s?[1-9]\d{0,3}){0,15})\^/y

/** A citation marker. Its token has the numbers from 0 as `content` and the source as `markup`. */
function citation(state: InlineState, silent: boolean): boolean {
  const { src, pos } = state
  const char = src.charAt(pos)
  if (char !== '[' && char !== '^') return false
  const spelling = char === '[' ? fromZero : fromOne
  spelling.lastIndex = pos
  const match = spelling.exec(src)
  if (match === null) return false
  if (!silent) {
    const first = char === '[' ? 0 : 1
    const token = state.push('citation', 'sup', 0)
    token.markup = match[0]
    token.content = (match[1] ?? '')
      .split(',')
      .map((number) => Number(number) - first)
      .join(',')
  }
  state.pos += match[0].length
  return true
}
