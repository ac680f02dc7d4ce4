import { DocumentError } from '../../../app/inference/documents/document-error.ts'
import type { DocumentText } from '../../../app/inference/documents/document-reader.ts'
import { htmlText } from '../../../app/inference/documents/html-text.ts'
import { attributeOf, walkMarkup } from '../../../app/inference/documents/markup.ts'
import { createTextGatherer } from '../../../app/inference/documents/text-gatherer.ts'
import type { Archive } from './archive.ts'
import { decode } from './package-parts.ts'
import { resolvePart } from './relation-targets.ts'

const CONTAINER = 'META-INF/container.xml'

/** The text of an EPUB, chapter by chapter in reading order. */
export function bookText(archive: Archive): DocumentText {
  const packagePart = packageOf(decode(archive.read(CONTAINER)))
  if (!archive.has(packagePart)) throw new DocumentError('Its list of chapters is missing.')
  const chapters = spineOf(decode(archive.read(packagePart)), packagePart).filter((name) =>
    archive.has(name),
  )
  const gatherer = createTextGatherer()
  for (const chapter of chapters)
    gatherer.add(`${htmlText(decode(archive.read(chapter))).text}\n\n`)
  return {
    label: 'EPUB',
    text: gatherer.text().trim(),
    parts: { unit: 'chapter', count: chapters.length },
  }
}

function packageOf(container: string): string {
  let found = ''
  walkMarkup(container, {
    open: (name, attributes) => {
      if (name === 'rootfile' && found === '') found = attributeOf(attributes, 'full-path') ?? ''
    },
  })
  return found
}

/** The parts of the spine, each once. */
function spineOf(xml: string, packagePart: string): string[] {
  const hrefs = new Map<string, string>()
  const spine = new Set<string>()
  walkMarkup(xml, {
    open: (name, attributes) => {
      if (name === 'item') {
        const id = attributeOf(attributes, 'id')
        const href = attributeOf(attributes, 'href')
        if (id !== undefined && href !== undefined) hrefs.set(id, resolvePart(packagePart, href))
      } else if (name === 'itemref') {
        const href = hrefs.get(attributeOf(attributes, 'idref') ?? '')
        if (href !== undefined) spine.add(href)
      }
    },
  })
  return [...spine]
}
