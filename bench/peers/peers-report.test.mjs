// @ts-check
import { expect, test } from 'vitest'

import { pictureOf, tableOf } from './peers-report.mjs'
import { recordedStreams } from './recorded-streams.mjs'

/** @param {string} renderer @param {number} cpu @param {number} disturbed */
const figure = (renderer, cpu, disturbed = 0) => ({
  profile: 'Phone',
  stream: '16,000 tokens, 500 a second',
  renderer,
  measured: { cpu, dropped: 12.4, longest: cpu, key: 31 },
  ratio: cpu / 40,
  disturbed,
})
const figures = [figure('plain text', 40), figure('this playground', 60, 2)]
const run = {
  at: new Date('2026-11-26T12:00:00Z'),
  machine: '2 × processor',
  load: 'load 1.0',
  isDisturbed: false,
  rounds: 5,
  isQuick: false,
}

test('the table has a line for each figure, and says which rounds were disturbed', () => {
  const table = tableOf(figures, run)
  expect(table).toContain('Measured on 2026-11-26: medians of 5 rounds on 2 × processor; load 1.0.')
  const lines = table.split('\n').filter((line) => line.startsWith('| Phone'))
  expect(lines.map((line) => line.split('|').map((cell) => cell.trim()))).toEqual([
    ['', 'Phone', figures[0]?.stream, 'plain text', '40', '1.00', '12 %', '≤ 50', '31', '0', ''],
    [
      '',
      'Phone',
      figures[1]?.stream,
      'this playground',
      '60',
      '1.50',
      '12 %',
      '60',
      '31',
      '2 of 5',
      '',
    ],
  ])
  expect(table).not.toContain('disturbed by other work')
  expect(tableOf(figures, { ...run, isDisturbed: true })).toContain('disturbed by other work')
})

test('the picture shows every figure and is read in light and dark', () => {
  const picture = pictureOf(figures)
  for (const text of ['plain text', 'this playground', '1.50', '12 %', '31 ms'])
    expect(picture).toContain(`>${text}</text>`)
  expect(picture).toContain('prefers-color-scheme:dark')
})

test('streams are the same each time, and nothing of them is lost', () => {
  const options = { isQuick: false, isWhole: false }
  const streams = recordedStreams(options)
  expect(recordedStreams(options)).toEqual(streams)
  const lengths = [...streams.values()].map(
    ({ above, events }) => above.length + events.reduce((sum, [, text]) => sum + text.length, 0),
  )
  expect(lengths).toEqual([16_000 * 4, 60_000 * 4, 40_000 * 4])
  const times = streams.get('60k')?.events.map(([ms]) => ms) ?? []
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})
