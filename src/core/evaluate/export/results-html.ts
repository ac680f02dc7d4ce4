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
  const columns = resultTable(columnResults(board, records, votes))
  const { name, configurations } = board
  const letters = configurations.map((_, index) => columnLetter(index))
  const setup: readonly (readonly [string, readonly string[]])[] = [
    ['Model', configurations.map(({ model }) => model)],
    ['Settings', configurations.map(({ settings }) => JSON.stringify(settings))],
    ['System prompt', configurations.map(({ system = '' }) => system)],
    ...columns.map((column) => [column.name, column.texts] as const),
  ]
  const policy = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`
  const lead = sentences.map((sentence) => sentence.replace(/\.?$/, '.')).join(' ')
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body><h1 dir="auto">${name}</h1><p dir="auto">${lead}</p><h2 dir="auto">Configurations</h2>${table(
    ['', ...letters],
    setup.map(([title, texts]) => [
      header(title),
      ...texts.map((text) => markup`<td dir="auto">${text}</td>`),
    ]),
  )}<h2 dir="auto">Results</h2>${results(board, letters, resultRows(board, records))}</body>
</html>
`.text
}

function results({ cases }: Board, letters: readonly string[], rows: readonly ResultRow[]): Markup {
  const byCase = new Map<number, ResultRow[]>()
  for (const row of rows) byCase.set(row.case, [...(byCase.get(row.case) ?? []), row])
  return table(
    ['Case', 'Input', ...letters],
    cases.map(({ variables, expected }, index) => {
      const own = byCase.get(index + 1) ?? []
      const inputs = Object.entries(variables).map(([name, value]) => line(`${name}: ${value}`))
      if (expected !== undefined) inputs.push(line(`Expected: ${expected}`))
      return [
        header(String(index + 1)),
        markup`<td>${inputs}</td>`,
        ...letters.map((letter) => {
          const cells = own.filter(({ configuration }) => configuration === letter)
          return markup`<td>${cells.map(resultOf)}</td>`
        }),
      ]
    }),
  )
}

function resultOf({ result, text, tool_calls = [], checks = [], error }: ResultRow): Markup {
  const notes = [
    ...tool_calls.map(({ name, arguments: given }) => `${name}(${given})`),
    ...checks.flatMap(({ result: outcome, check, reason }) =>
      outcome === 'passed' ? [] : [`${check}: ${reason ?? outcome}`],
    ),
    ...(error === undefined ? [] : [error]),
  ]
  return markup`<div><span class="${result}">${result}</span>${text === undefined ? [] : line(text)}${notes.map(
    (note) => markup`<p class="note" dir="auto">${note}</p>`,
  )}</div>`
}

/** `dir` keeps text of the other direction from reordering what is beside it. */
function line(text: string): Markup {
  return markup`<p dir="auto">${text}</p>`
}

function header(text: string): Markup {
  return markup`<th scope="row">${text}</th>`
}

function table(columns: readonly string[], rows: readonly (readonly Markup[])[]): Markup {
  const head = columns.map((column) => markup`<th scope="col">${column}</th>`)
  const body = rows.map((cells) => markup`<tr>${cells}</tr>`)
  return markup`<div><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
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

/** HTML that was written here. */
class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** HTML with values in it: strings as text, whatever they hold. */
function markup(
  html: TemplateStringsArray,
  ...values: readonly (string | Markup | readonly Markup[])[]
): Markup {
  const text = (value: string | Markup | readonly Markup[] = '') =>
    [value]
      .flat()
      .map((part) => (typeof part === 'string' ? escaped(part) : part.text))
      .join('')
  return new Markup(html.map((part, at) => part + text(values[at])).join(''))
}

/** Control characters that no document may have become visible. */
function escaped(text: string): string {
  return text
    .replace(/(?![\t\n\r])\p{Cc}/gu, '\uFFFD')
    .replace(/[&<>"']/g, (character) => `&${ENTITIES[character] ?? ''};`)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": '#39',
}
