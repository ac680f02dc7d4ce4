import { describe, expect, it } from 'vitest'

import { readCsv } from './read-csv.ts'

describe('CSV', () => {
  it('is read with quotes, line ends of any kind and a byte order mark', () => {
    expect(readCsv('\uFEFFa,b\r\n"1,""x""\nnext",2\n3,\n')).toEqual({
      header: ['a', 'b'],
      rows: [
        ['1,"x"\nnext', '2'],
        ['3', ''],
      ],
      cut: false,
    })
  })

  it('is cut where it is too long or too wide', () => {
    const long = readCsv(`a\n${'x\n'.repeat(500)}`)
    expect(long?.rows).toHaveLength(200)
    expect(long?.cut).toBe(true)
    const wide = readCsv(`${'a,'.repeat(100)}a\n`)
    expect(wide?.header).toHaveLength(30)
    expect(wide?.cut).toBe(true)
  })

  it('is none where a quote is never closed or there is nothing', () => {
    expect(readCsv('a,"b\nc')).toBeUndefined()
    expect(readCsv('')).toBeUndefined()
  })
})
