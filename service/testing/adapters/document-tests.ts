import { describe, expect, it } from 'vitest'

import type { DocumentReader } from '../../app/inference/documents/document-reader.ts'
import {
  archiveOf,
  book,
  pdf,
  presentation,
  wordDocument,
  wordParts,
  workbook,
} from '../sample-documents.ts'

/** What every reader of documents does; `reader` gives the one to ask. */
export function documentTests(name: string, reader: () => DocumentReader): void {
  const read = (bytes: Uint8Array | string, called = 'file') =>
    reader()({ bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes, name: called })

  describe(`documents read by ${name}`, () => {
    it.each([
      ['a PDF', pdf(['First page', 'Second page']), 'PDF', 'First page\n\nSecond page', 2, 'page'],
      ['a DOCX', wordDocument('One', 'Two &amp; three'), 'Word document', 'One\n\nTwo & three'],
      [
        'an XLSX',
        workbook([
          ['Name', 'Sum'],
          ['a, b', 12.5],
          [null, null, 'far'],
        ]),
        'spreadsheet',
        'Sheet: Figures\nName,Sum\n"a, b",12.5\n,,far',
        1,
        'sheet',
      ],
      [
        'an XLS',
        workbook([['Name', 'Grüße'], [1]], 'biff8'),
        'spreadsheet',
        'Sheet: Figures\nName,Grüße\n1',
        1,
        'sheet',
      ],
      [
        'a PPTX',
        presentation('Hello', 'World'),
        'presentation',
        'Slide 1\nHello\n\nSlide 2\nWorld',
        2,
        'slide',
      ],
      [
        'an EPUB',
        book('<h1>One</h1><p>a&nbsp;b</p>', '<p>Two</p>'),
        'EPUB',
        'One\n\na b\n\nTwo',
        2,
        'chapter',
      ],
    ] satisfies [string, Uint8Array, string, string, number?, string?][])(
      'gives the text of %s, whatever it is called',
      async (_, bytes, label, text, count?: number, unit?: string) => {
        for (const called of ['photo.png', 'https://files.example/x?y=.exe'])
          expect(await read(bytes, called)).toEqual({
            ok: true,
            value: { label, text, ...(count === undefined ? {} : { parts: { unit, count } }) },
          })
      },
    )

    it.each([
      ['notes.md', '# Hi', 'Markdown'],
      ['a.csv', 'a,b\n1,2', 'CSV'],
      ['a.json', '{"a":1', 'JSON'],
      ['main.RS', 'fn main() {}', 'source code'],
      ['README', 'plain', 'plain text'],
      ['x.pdf', 'not a PDF at all', 'plain text'],
      ['https://files.example/x.py', 'print()', 'source code'],
    ])('takes %s as it is', async (called, text, label) => {
      expect(await read(text, called)).toEqual({ ok: true, value: { label, text } })
    })

    it('reads UTF-16 and UTF-8 with their marks', async () => {
      const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Grüße', 'utf16le')])
      expect(await read(utf16)).toMatchObject({ value: { text: 'Grüße' } })
      expect(await read('\uFEFFGrüße')).toMatchObject({ value: { text: 'Grüße' } })
    })

    it.each([
      ['nothing', '', 'It is empty.'],
      ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), 'type is not supported'],
      ['text with a NUL', 'a\0b', 'type is not supported'],
      ['another archive', archiveOf({ 'a.txt': 'x' }), 'not a DOCX, XLSX, PPTX or EPUB'],
      [
        'an archive in an archive',
        archiveOf({ 'word/document.xml': '', 'a.zip': 'x' }),
        'further archives',
      ],
      ['half an archive', wordDocument('x').slice(0, 300), 'damaged'],
      ['half a PDF', pdf(['x']).slice(0, 60), 'damaged'],
      [
        'an old Word document',
        Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]),
        'only XLS is supported',
      ],
      [
        'a DOCX that declares entities',
        archiveOf({
          ...wordParts(''),
          'word/document.xml': '<!DOCTYPE x [<!ENTITY a "aaaa">]><w:document>&a;</w:document>',
        }),
        'declares a document type',
      ],
      [
        'a book without its package',
        archiveOf({ 'META-INF/container.xml': '<x/>' }),
        'list of chapters is missing',
      ],
    ])('says what is wrong with %s', async (_, bytes, words) => {
      expect(await read(bytes)).toEqual({ ok: false, message: expect.stringContaining(words) })
    })

    it('reads several at once, each for itself', async () => {
      const texts = ['one', 'two', 'three', 'four', 'five']
      const results = await Promise.all(texts.map((text) => read(text)))
      expect(results.map((result) => result.ok && result.value.text)).toEqual(texts)
    })
  })
}
