import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { deflateSync } from 'node:zlib'

import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { DocumentReader } from '../../app/inference/documents/document-reader.ts'
import { documentTests } from '../../testing/adapters/document-tests.ts'
import {
  archiveOf,
  formTree,
  ONE_PAGE,
  pdf,
  pdfOf,
  stream,
  wordDocument,
  wordParagraph,
  wordParts,
  workbook,
} from '../../testing/sample-documents.ts'
import { createDocumentProcesses } from './document-processes.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
// Inside node_modules, so that the bundle finds its packages.
let bundle = ''
let read: DocumentReader
/** Reads as long as it takes: what is refused then is refused for what it holds. */
let readPatiently: DocumentReader
beforeAll(async () => {
  bundle = mkdtempSync(join(root, 'node_modules', '.documents-test-'))
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: 'service/node/documents/document-worker.ts',
      outDir: bundle,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' } },
    },
  })
  const worker = pathToFileURL(join(bundle, 'document-worker.mjs'))
  read = createDocumentProcesses(worker)
  readPatiently = createDocumentProcesses(worker, {
    deadlineMs: 110_000,
    silenceMs: 100_000,
    silenceByClockMs: 100_000,
  })
})
afterAll(() => rmSync(bundle, { recursive: true }))

documentTests('processes', () => readPatiently)

const MB = 1_000_000
const XML = '<?xml version="1.0"?>'

/** Writes a number over each directory entry of an archive, at a place in it. */
function patched(
  archive: Uint8Array,
  place: number,
  value: (entry: number, before: number) => number,
): Uint8Array {
  const copy = Buffer.from(archive)
  const signature = Buffer.from('504b0102', 'hex')
  let entry = 0
  for (let at = copy.indexOf(signature); at >= 0; at = copy.indexOf(signature, at + 4)) {
    copy.writeUInt32LE(value(entry, copy.readUInt32LE(at + place)), at + place)
    entry += 1
  }
  return copy
}

/** Text that packs well, but not too well. */
function varied(length: number): string {
  const words = Array.from({ length: length / 50 }, (_, i) =>
    `${(i * 7919) % 9973}`.padEnd(50, 'x'),
  )
  return words.join('')
}

function sheet(rows: string): Uint8Array {
  return archiveOf({
    'xl/workbook.xml': `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
  })
}

const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 1 })
const packed80MB = zeros(80 * MB)
const endless = archiveOf(wordParts(' '.repeat(60 * MB)))
const tooMuchText = varied(33 * MB)

/** What can only be seen by how long it takes, or how much memory. */
const OUT_OF_TIME = /timed out|memory/

const BOMBS: [string, () => Uint8Array, RegExp][] = [
  ['a DOCX packed 1000 to 1', () => endless, /compressed more than 100 times/],
  [
    'a DOCX that says it is small',
    () => patched(endless, 24, (_, before) => Math.min(before, 10_000)),
    /compressed more than 100/,
  ],
  [
    'a DOCX of another size than it says',
    () => patched(wordDocument('x'), 24, () => 7),
    /has an unexpected size/,
  ],
  [
    'an archive of 10 GB, by its own words',
    () => patched(wordDocument('x'), 24, () => 4e9),
    /unpacks to more than 200 MB/,
  ],
  [
    'an archive of 5000 entries',
    () =>
      archiveOf(Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`word/${i}.xml`, '']))),
    /more than 2000 entries/,
  ],
  ['entries that share their bytes', () => patched(wordDocument('x'), 42, () => 0), /overlap/],
  [
    'an archive in an archive',
    () => archiveOf({ ...wordParts(''), 'word/more.zip': 'x' }),
    /further archives/,
  ],
  ['a DOCX of 33 MB of text', () => archiveOf(wordParts(tooMuchText)), /more than 32 MB/],
  [
    'a DOCX of 100,000 paragraphs',
    () =>
      archiveOf(
        wordParts(Array.from({ length: 1e5 }, (_, i) => wordParagraph(String(i * 7919))).join('')),
      ),
    /more than 400,000 tags/,
  ],
  [
    'a DOCX 200,000 levels deep',
    () =>
      archiveOf(wordParts(Array.from({ length: 2e5 }, (_, i) => `<w:p a="${i * 7919}">`).join(''))),
    /nested more than 1000 deep/,
  ],
  [
    'entities that multiply',
    () =>
      archiveOf({
        ...wordParts(''),
        'word/document.xml': '<!DOCTYPE a [<!ENTITY a "&b;&b;">]><a>&a;</a>',
      }),
    /declares a document type/,
  ],
  [
    'a workbook of 400,000 cells',
    () =>
      sheet(
        Array.from(
          { length: 4e5 },
          (_, i) => `<row r="${i}"><c><v>${(i * 7919) % 9973}</v></c></row>`,
        ).join(''),
      ),
    /tags/,
  ],
  [
    'shared strings of 33 MB',
    () => archiveOf({ 'xl/workbook.xml': XML, 'xl/sharedStrings.xml': tooMuchText }),
    /more than 32 MB/,
  ],
  [
    'a PDF of 2,000 pages',
    () => pdf(Array.from({ length: 2_000 }, (_, index) => String(index))),
    /2000 pages/,
  ],
  [
    'a PDF stream of 80 MB',
    () => pdfOf([...ONE_PAGE, stream(packed80MB, '/Filter /FlateDecode')]),
    /streams unpack to more/,
  ],
  [
    'a PDF stream of 80 MB packed twice',
    () =>
      pdfOf([...ONE_PAGE, stream(deflateSync(packed80MB), '/Filter [/FlateDecode /FlateDecode]')]),
    /streams unpack to more/,
  ],
  [
    'a PDF of many streams of 30 MB',
    () => {
      const one = stream(zeros(30 * MB), '/Filter /FlateDecode')
      return pdfOf([...ONE_PAGE, ...Array.from({ length: 8 }, () => one)])
    },
    /streams unpack to more/,
  ],
  [
    'a PDF stream of 1.2 GB in another packing',
    () => {
      const packed = Buffer.alloc(20 * MB, Buffer.from([129, 32]))
      return pdfOf([...ONE_PAGE, stream(packed, '/Filter /RunLengthDecode')])
    },
    OUT_OF_TIME,
  ],
  ['a PDF form drawn 20^12 times', formTree, OUT_OF_TIME],
]

describe('a document that is a bomb', () => {
  it.each(BOMBS)('is refused while the service goes on: %s', async (_name, make, words) => {
    const bytes = make()
    expect(bytes.byteLength).toBeLessThan(25 * MB)
    const reader = words === OUT_OF_TIME ? read : readPatiently
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 20)
    const result = await reader({ bytes, name: 'x' })
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(0)
    expect(result).toEqual({ ok: false, message: expect.stringMatching(words) })
  })
})

describe('a document in a process of its own', () => {
  it('is read, several at a time and in any order', async () => {
    const results = await Promise.all(
      [1, 2, 3, 4, 5].map((number) => read({ bytes: pdf([`Page of ${number}`]), name: 'x.pdf' })),
    )
    expect(results.map((result) => result.ok && result.value.text)).toEqual(
      [1, 2, 3, 4, 5].map((number) => `Page of ${number}`),
    )
    for (const bytes of [wordDocument('Hello'), workbook([['Hello']]), Buffer.from('Hello')])
      expect(await read({ bytes, name: 'x' })).toMatchObject({
        ok: true,
        value: { text: expect.stringContaining('Hello') },
      })
  })

  it('with one far cell is not made as wide as it says', async () => {
    const far = sheet('<row r="1048576"><c r="XFD1048576"><v>7</v></c></row>')
    // As wide as it says it would take more processor time, and more memory, than there is.
    expect(await read({ bytes: far, name: '' })).toMatchObject({ value: { text: 'Sheet: S\n7' } })
  })
})
