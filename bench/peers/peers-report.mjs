// @ts-check
/** The figures of the peers as a table and a picture, between two marks of docs/performance.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { root } from '../../scripts/checkout.mjs'

/** @typedef {import('./peers-bench.mjs').Figure} Figure */
/**
 * @typedef {object} RunOfPeers
 * @property {Date} at
 * @property {string} machine
 * @property {string} load in words
 * @property {boolean} isDisturbed
 * @property {number} rounds
 * @property {boolean} isQuick whether only the first stream was played
 */

const DOCUMENT = path.join(root, 'docs/performance.md')
const PICTURE = path.join(root, 'docs/pictures/peers.svg')
const [BEGIN, END] = ['<!-- peers: begin -->', '<!-- peers: end -->']

/** @param {readonly Figure[]} figures @param {RunOfPeers} run */
export function writeReport(figures, run) {
  const text = readFileSync(DOCUMENT, 'utf8')
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (before < 0 || after < before) throw new Error(`docs/performance.md has lost its marks`)
  const report = `\n\n${tableOf(figures, run)}\n`
  writeFileSync(DOCUMENT, text.slice(0, before + BEGIN.length) + report + text.slice(after))
  writeFileSync(PICTURE, pictureOf(figures))
}

/** @param {readonly Figure[]} figures @param {RunOfPeers} run @returns {string} Markdown */
export function tableOf(figures, { at, machine, load, isDisturbed, rounds, isQuick }) {
  const rows = figures.map(({ profile, stream, renderer, measured, ratio, disturbed }) => [
    profile,
    stream,
    renderer,
    measured.cpu.toFixed(0),
    ratio.toFixed(2),
    `${measured.dropped.toFixed(0)} %`,
    measured.longest <= 50 ? '≤ 50' : measured.longest.toFixed(0),
    measured.key.toFixed(0),
    disturbed > 0 ? `${disturbed} of ${rounds}` : '0',
  ])
  const notes = [
    `Measured on ${at.toISOString().slice(0, 10)}: ${rounds === 1 ? 'one round' : `medians of ${rounds} rounds`} on ${machine}; ${load}.`,
    ...(isDisturbed
      ? ['**This run was disturbed by other work on the machine: compare only what is far apart.**']
      : []),
    ...(isQuick ? ['A quick run: the shortest stream only.'] : []),
  ]
  return `${notes.join('\n')}

![What each renderer costs the main thread, the frames it drops and how long a key takes](pictures/peers.svg)

${aligned(rows)}
`
}

const HEADINGS = [
  'Profile',
  'Stream',
  'Renderer',
  'Processor, ms',
  '× plain text',
  'Frames dropped',
  'Longest task, ms',
  'Key to frame p95, ms',
  'Disturbed',
]
/** Columns of words; those after them are numbers. */
const WORDS = 3

/** As the formatter aligns it. @param {string[][]} rows */
function aligned(rows) {
  const widths = HEADINGS.map((_, at) =>
    Math.max(...[HEADINGS, ...rows].map((row) => row[at]?.length ?? 0)),
  )
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell, at) => (at < WORDS ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`
  const rule = widths.map((width, at) =>
    at < WORDS ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  )
  return [HEADINGS, rule, ...rows].map(line).join('\n')
}

const [WIDTH, LABELS, COLUMN, BAR, ROW, TITLE] = [860, 130, 250, 150, 22, 44]
/** @type {{ title: string, of: (figure: Figure) => number, text: (figure: Figure) => string }[]} */
const COLUMNS = [
  {
    title: 'Processor time, × plain text',
    of: ({ ratio }) => ratio,
    text: ({ ratio }) => ratio.toFixed(ratio < 10 ? 2 : 0),
  },
  {
    title: 'Frames dropped',
    of: ({ measured }) => measured.dropped,
    text: ({ measured }) => `${measured.dropped.toFixed(0)} %`,
  },
  {
    title: 'Key to frame, 95th percentile',
    of: ({ measured }) => measured.key,
    text: ({ measured }) => `${measured.key.toFixed(0)} ms`,
  },
]

/**
 * Bars of each profile and stream: shorter is better. Read in light and dark, as the reader's browser is.
 * @param {readonly Figure[]} figures @returns {string} SVG
 */
export function pictureOf(figures) {
  const titleOf = (/** @type {Figure} */ { profile, stream }) => `${profile}: ${stream}`
  const panels = [...new Set(figures.map(titleOf))].map(
    (title) =>
      /** @type {const} */ ([title, figures.filter((figure) => titleOf(figure) === title)]),
  )
  let y = 8
  const drawn = panels.flatMap(([title, members]) => {
    const head = `<text class="head" x="0" y="${y + 14}">${title}</text>`
    const columns = COLUMNS.flatMap((column, index) => {
      const x = LABELS + index * COLUMN
      const most = Math.max(1, ...members.map(column.of))
      return [
        `<text class="soft" x="${x}" y="${y + 34}">${column.title}</text>`,
        ...members.flatMap((figure, at) => {
          const top = y + TITLE + at * ROW
          const width = Math.max(1, (column.of(figure) / most) * BAR)
          return [
            `<rect class="${figure.renderer === 'this playground' ? 'ours' : 'bar'}" x="${x}" y="${top}" width="${width.toFixed(1)}" height="14" rx="2"/>`,
            `<text x="${(x + width + 6).toFixed(1)}" y="${top + 12}">${column.text(figure)}</text>`,
          ]
        }),
      ]
    })
    const names = members.map(
      ({ renderer }, at) => `<text x="0" y="${y + TITLE + at * ROW + 12}">${renderer}</text>`,
    )
    y += TITLE + members.length * ROW + 20
    return [head, ...columns, ...names]
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" role="img" aria-label="Renderers side by side: shorter is better">
<style>text{font:13px system-ui,sans-serif;fill:#18181b}.head{font-weight:600}.soft{fill:#52525b}.bar{fill:#a1a1aa}.ours{fill:#4353d6}@media(prefers-color-scheme:dark){text{fill:#f4f4f5}.soft{fill:#a1a1aa}.bar{fill:#71717a}.ours{fill:#8b97ff}}</style>
${drawn.join('\n')}
</svg>
`
}
