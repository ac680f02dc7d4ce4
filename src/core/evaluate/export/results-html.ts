import { type Board, type CellRecord, columnLetter } from '../board.ts'
import { columnResults } from '../results/column-results.ts'
import { resultTable, verdictTexts } from '../results/result-words.ts'
import type { VoteRecord } from '../results/votes.ts'
import { type ResultRow, resultRows } from './result-rows.ts'

/** The results of a board as one file to read or print: no scripts, nothing loaded, all text inert. */
export function resultsHtml(
  board: Board,
  records: readonly CellRecord[],
  votes: readonly VoteRecord[],
  nowMs: number,
): string {
  const sentences = [
    new Date(nowMs).toISOString().slice(0, 10),
    ...verdictTexts(board, records, votes),
  ]
  const body = element('body', [
    text('h1', board.name),
    text('p', sentences.map((sentence) => sentence.replace(/\.?$/, '.')).join(' ')),
    text('h2', 'Configurations'),
    configurations(board, records, votes),
    text('h2', 'Results'),
    results(board, resultRows(board, records)),
  ])
  return htmlDocument(board.name, STYLE, STYLE_HASH, body)
}

function configurations(
  board: Board,
  records: readonly CellRecord[],
  votes: readonly VoteRecord[],
): HtmlElement {
  const rows = [
    ['Model', ...board.configurations.map(({ model }) => model)],
    ['Settings', ...board.configurations.map(({ settings }) => JSON.stringify(settings))],
    ['System prompt', ...board.configurations.map(({ system = '' }) => system)],
    ...resultTable(columnResults(board, records, votes)).map(({ name, texts }) => [name, ...texts]),
  ]
  return table(
    ['', ...board.configurations.map((_, index) => columnLetter(index))],
    rows.map(([name = '', ...values]) => [
      header(name),
      ...values.map((value) => text('td', value)),
    ]),
  )
}

function results(board: Board, rows: readonly ResultRow[]): HtmlElement {
  const byCase = new Map<number, ResultRow[]>()
  for (const row of rows) byCase.set(row.case, [...(byCase.get(row.case) ?? []), row])
  const letters = board.configurations.map((_, index) => columnLetter(index))
  return table(
    ['Case', 'Input', ...letters],
    board.cases.map(({ variables, expected }, index) => {
      const own = byCase.get(index + 1) ?? []
      const inputs = Object.entries(variables).map(([name, value]) =>
        text('p', `${name}: ${value}`),
      )
      const expectation = expected === undefined ? [] : [text('p', `Expected: ${expected}`)]
      return [
        header(String(index + 1)),
        element('td', [...inputs, ...expectation]),
        ...letters.map((letter) =>
          element('td', own.filter(({ configuration }) => configuration === letter).map(resultOf)),
        ),
      ]
    }),
  )
}

function resultOf({ result, text: response, tool_calls = [], checks = [], error }: ResultRow) {
  const reasons = checks.flatMap(({ result: outcome, check, reason }) =>
    outcome === 'passed' ? [] : [`${check}: ${reason ?? outcome}`],
  )
  const calls = tool_calls.map(({ name, arguments: given }) => `${name}(${given})`)
  return element('div', [
    element('span', [result], { class: result }),
    ...(response === undefined ? [] : [text('p', response)]),
    ...[...calls, ...reasons, ...(error === undefined ? [] : [error])].map((note) =>
      element('p', [note], { class: 'note', dir: 'auto' }),
    ),
  ])
}

/** `dir` keeps text of the other direction from reordering what is beside it. */
function text(tag: HtmlElement['tag'], content: string): HtmlElement {
  return element(tag, [content], { dir: 'auto' })
}

function header(content: string): HtmlElement {
  return element('th', [content], { scope: 'row' })
}

function table(columns: readonly string[], rows: readonly (readonly HtmlContent[])[]): HtmlElement {
  const head = columns.map((column) => element('th', [column], { scope: 'col' }))
  return element('div', [
    element('table', [
      element('thead', [element('tr', head)]),
      element(
        'tbody',
        rows.map((cells) => element('tr', cells)),
      ),
    ]),
  ])
}

/** A change of it needs its new {@link STYLE_HASH}: the test has it. */
export const STYLE = [
  ':root{color-scheme:light dark;--line:#d4d4d8;--soft:#71717a;--good:#15803d;--bad:#b91c1c}',
  '@media (prefers-color-scheme:dark){:root{--line:#3f3f46;--soft:#a1a1aa;--good:#4ade80;--bad:#f87171}}',
  'body{margin:2rem;font:14px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}',
  'h1{font-size:1.5rem;margin:0 0 .25rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}',
  'div:has(>table){overflow-x:auto}table{border-collapse:collapse;width:100%}',
  'th,td{border-top:1px solid var(--line);padding:.5rem .75rem .5rem 0;text-align:start;vertical-align:top;',
  'min-width:5rem;max-width:28rem;overflow-wrap:anywhere;white-space:pre-wrap}',
  'th{color:var(--soft);font-weight:400}th[scope=col]{font-weight:600}p{margin:0}td p+p,div+div{margin-top:.5rem}',
  'span{color:var(--soft)}.passed{color:var(--good)}.failed,.error{color:var(--bad)}',
  '.note{color:var(--soft);font-size:.85em}',
  '@media print{:root{color-scheme:light;--line:#d4d4d8;--soft:#52525b;--good:#15803d;--bad:#b91c1c}',
  'body{margin:0;font-size:10px}div:has(>table){overflow:visible}thead{display:table-header-group}',
  'th,td{min-width:0;max-width:none}tr{break-inside:avoid-page}h2{break-after:avoid}}@page{margin:15mm}',
].join('')

const STYLE_HASH = 'shv5Ux0Rk/C2T61SWcWG6aK0cMMshngs5qXlTsVTeAc='

/** An element of a document without scripts: none of these runs or loads anything. */
interface HtmlElement {
  tag:
    | 'body'
    | 'div'
    | 'h1'
    | 'h2'
    | 'p'
    | 'span'
    | 'table'
    | 'thead'
    | 'tbody'
    | 'tr'
    | 'th'
    | 'td'
  attributes?: Readonly<Partial<Record<'class' | 'dir' | 'scope', string>>>
  children: readonly HtmlContent[]
}

type HtmlContent = string | HtmlElement

/** An element, by its name, its content and its attributes. */
function element(
  tag: HtmlElement['tag'],
  children: readonly HtmlContent[],
  attributes: HtmlElement['attributes'] = {},
): HtmlElement {
  return { tag, attributes, children }
}

/** A whole document. `style` is a constant of the page, allowed by `styleHash`, its SHA-256 in base64. */
function htmlDocument(title: string, style: string, styleHash: string, body: HtmlElement): string {
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    markup(body),
    '</html>',
    '',
  ].join('\n')
}

function markup(content: HtmlContent): string {
  if (typeof content === 'string') return escaped(content)
  const { tag, attributes = {}, children } = content
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  return `<${tag}${written.join('')}>${children.map(markup).join('')}</${tag}>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** As text, whatever it holds; control characters that no document may have become visible. */
function escaped(text: string): string {
  return text
    .replace(/(?![\t\n\r])\p{Cc}/gu, '\uFFFD')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
