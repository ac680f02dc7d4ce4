import fc from 'fast-check'
import { expect, test } from 'vitest'

import { anyCharacter } from '../../../service/testing/fuzz/arbitraries.ts'
import { formatCsv } from './file-name.ts'

test('cells are quoted where they need it', () => {
  expect(
    formatCsv([
      ['a', 'b'],
      ['x, "y"\nz', 1, null, undefined, ''],
    ]),
  ).toBe('a,b\r\n"x, ""y""\nz",1,,,\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\u200B=1', '＝1+1', '\n-2'])(
  'no spreadsheet runs %j',
  (text) => {
    const [cell = ''] = formatCsv([[text]]).replace(/^"/, '')
    expect(cell).toBe("'")
  },
)

test('numbers stay numbers, also negative ones', () => {
  expect(formatCsv([[-5, 0.1]])).toBe('-5,0.1\r\n')
})

test('whatever is in the cells, there are as many rows and cells as before', () => {
  const row = fc.array(fc.string({ unit: anyCharacter, maxLength: 12 }), {
    minLength: 2,
    maxLength: 4,
  })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
      expect(parse(formatCsv(rows)).map((cells) => cells.map(plain))).toEqual(
        rows.map((cells) => cells.map(plain)),
      )
    }),
  )
})

function plain(text: string): string {
  return text.replace(/^'/, '')
}

/** A reader of RFC 4180, written against the standard and not against the writer. */
function parse(csv: string): string[][] {
  const rows: string[][] = []
  let cells: string[] = []
  for (const [, quoted, bare = '', end = ''] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(cells)
    cells = []
  }
  return rows
}
