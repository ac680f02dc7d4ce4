import { deflateSync } from 'node:zlib'

import { utils, write } from '@e965/xlsx'
import { strToU8, zipSync, type Zippable } from 'fflate'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** An archive of text parts. */
export function archiveOf(parts: Readonly<Record<string, string>>): Uint8Array {
  const files: Zippable = Object.fromEntries(
    Object.entries(parts).map(([name, text]) => [name, strToU8(text)]),
  )
  // Large texts are packed for tests, and nothing looks at how well.
  return zipSync(files, { level: 1 })
}

/** The parts of a DOCX with this body, in WordprocessingML. */
export function wordParts(body: string): Record<string, string> {
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${XML}<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
  }
}

/** A paragraph of WordprocessingML. */
export function wordParagraph(text: string): string {
  return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
}

/** A DOCX of paragraphs. */
export function wordDocument(...paragraphs: string[]): Uint8Array {
  return archiveOf(wordParts(paragraphs.map(wordParagraph).join('')))
}

/** A workbook of one sheet, in the new or the old format. */
export function workbook(rows: unknown[][], type: 'xlsx' | 'biff8' = 'xlsx'): Uint8Array {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Figures')
  return new Uint8Array(write(book, { type: 'array', bookType: type, compression: true }))
}

/** A PPTX of slides, whose file names run against their order. */
export function presentation(...slides: string[]): Uint8Array {
  const fileOf = (index: number) => `slide${slides.length - index}.xml`
  const list = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`)
  const relations = slides.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/slide" Target="slides/${fileOf(index)}"/>`,
  )
  return archiveOf({
    'ppt/presentation.xml': `${XML}<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${list.join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}">${relations.join('')}</Relationships>`,
    ...Object.fromEntries(
      slides.map((text, index) => [
        `ppt/slides/${fileOf(index)}`,
        `${XML}<p:sld xmlns:p="p" xmlns:a="a"><p:sp><p:style><a:lnRef/></p:style><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:sld>`,
      ]),
    ),
  })
}

/** An EPUB of chapters, in XHTML. */
export function book(...chapters: string[]): Uint8Array {
  const items = chapters.map((_, index) => `<item id="c${index}" href="text/c%20${index}.xhtml"/>`)
  const spine = chapters.map((_, index) => `<itemref idref="c${index}"/>`)
  return archiveOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `${XML}<container><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>`,
    'OEBPS/content.opf': `${XML}<package><manifest>${items.join('')}</manifest><spine>${spine.join('')}</spine></package>`,
    ...Object.fromEntries(
      chapters.map((html, index) => [
        `OEBPS/text/c ${index}.xhtml`,
        `${XML}<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title><style>p{}</style></head><body>${html}</body></html>`,
      ]),
    ),
  })
}

/** A PDF of one line of text per page. `pages` overrides what the page tree says of their number. */
export function pdf(lines: readonly string[], pages = lines.length): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${lines.map((_, index) => `${4 + index * 2} 0 R`).join(' ')}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...lines.flatMap((line, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
      stream(deflateSync(`BT /F1 24 Tf 72 720 Td (${line}) Tj ET`), '/Filter /FlateDecode'),
    ]),
  ]
  return pdfOf(objects)
}

/** A stream object of a PDF. */
export function stream(bytes: Uint8Array, entries: string): string {
  return `<< /Length ${bytes.byteLength} ${entries} >>\nstream\n${Buffer.from(bytes).toString('latin1')}\nendstream`
}

/** A PDF of these objects, the first of which is the catalogue. */
export function pdfOf(objects: readonly string[]): Uint8Array {
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const offset of offsets) text += `${String(offset).padStart(10, '0')} 00000 n \n`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

const PAGE =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /XObject << /F 5 0 R >> >> /Contents 4 0 R >>'
/** The first three objects of a PDF of one page, whose content is the fourth. */
export const ONE_PAGE = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  PAGE,
]

/** A PDF of forms that each draw the next one twenty times. */
export function formTree(): Uint8Array {
  const draws = Buffer.from('/F Do '.repeat(20))
  const forms = Array.from({ length: 12 }, (_, index) =>
    stream(
      index === 11 ? Buffer.from('BT /T 1 Tf (x) Tj ET') : draws,
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F ${6 + index} 0 R >> /Font << /T 17 0 R >> >>`,
    ),
  )
  return pdfOf([
    ...ONE_PAGE,
    stream(draws, ''),
    ...forms,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ])
}
