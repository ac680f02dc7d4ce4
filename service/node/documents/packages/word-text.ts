import mammoth from 'mammoth'

import { MAX_WORD_TAGS } from '../../../app/inference/documents/document-limits.ts'
import type { DocumentText } from '../../../app/inference/documents/document-reader.ts'
import { createTextGatherer } from '../../../app/inference/documents/text-gatherer.ts'
import type { Archive } from './archive.ts'
import { repack } from './package-parts.ts'

/** Parts that hold no text: they may be large, and nothing is lost without them. */
const WITHOUT_TEXT =
  /^(?:customXml|docProps)\/|\/(?:media|embeddings|fonts|theme|glossary|charts|diagrams)\//

/** The text of a DOCX package: paragraphs, with notes where they are referred to. */
export async function wordText(archive: Archive): Promise<DocumentText> {
  const names = archive.names.filter(
    (name) => /\.(?:xml|rels)$/.test(name) && !WITHOUT_TEXT.test(name),
  )
  const { value } = await mammoth.extractRawText({
    buffer: Buffer.from(repack(archive, names, MAX_WORD_TAGS)),
  })
  const gatherer = createTextGatherer()
  gatherer.add(value.trim())
  return { label: 'Word document', text: gatherer.text() }
}
