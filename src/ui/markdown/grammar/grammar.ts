import MarkdownIt from 'markdown-it'
import type { Env, StateBlock, Token } from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'

import { mathBlock, mathInline } from './math-rules.ts'
import { noteBlock, noteMark } from './notes.ts'
import { textTag } from './text-tags.ts'

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

/** What the rule needs of the inline tokenizer's state. */
interface InlineState {
  src: string
  pos: number
  push: (type: string, tag: string, nesting: 0) => { content: string; markup: string }
}

/** `[REF]0[/REF]`, which counts from 0, and `^1^` or `^1,3^`, which count from 1. */
const fromZero = /\[REF\]\s?(\d{1,4}(?:,\s?\d{1,4}){0,15})\s?\[\/REF\]/y
const fromOne = /\^([1-9]\d{0,3}(?:,\s?[1-9]\d{0,3}){0,15})\^/y

/**
 * A citation marker in either spelling. Its token holds the numbers of the sources, counted from 0 and
 * joined by commas, as `content` and the source text as `markup`.
 */
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
