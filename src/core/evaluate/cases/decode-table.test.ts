import { expect, test } from 'vitest'

import { decodeTable, MAX_TABLE_BYTES } from './table-text.ts'

const utf16 = (text: string) =>
  new Uint8Array([0xff, 0xfe, ...text.split('').flatMap((char) => [char.charCodeAt(0), 0])])

test('a file is read as UTF-8, or as UTF-16 by its mark', async () => {
  expect(await decodeTable(new Blob(['\uFEFFinput\nZürich']))).toBe('input\nZürich')
  expect(await decodeTable(new Blob([utf16('a\tb')]))).toBe('a\tb')
  const bigEndian = utf16('a\tb').map((_, at, all) => all[at ^ 1] ?? 0)
  expect(await decodeTable(new Blob([bigEndian]))).toBe('a\tb')
})

test.each([
  ['bytes of another encoding', new Uint8Array([0x5a, 0xfc])],
  ['a spreadsheet', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])],
])('%s are no table', async (_, bytes) => {
  await expect(decodeTable(new Blob([bytes]))).rejects.toThrow('Save the table as CSV')
})

test('a file that is too large is not read', async () => {
  const large = { size: MAX_TABLE_BYTES + 1_000_000 } as Blob
  await expect(decodeTable(large)).rejects.toThrow('The file has 51 MB. The limit is 50 MB.')
})
