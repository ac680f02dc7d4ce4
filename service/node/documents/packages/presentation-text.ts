import type { DocumentText } from '../../../app/inference/documents/document-reader.ts'
import { tidyLines } from '../../../app/inference/documents/html-text.ts'
import { attributeOf, walkMarkup } from '../../../app/inference/documents/markup.ts'
import { createTextGatherer } from '../../../app/inference/documents/text-gatherer.ts'
import type { Archive } from './archive.ts'
import { readXmlPart } from './package-parts.ts'
import { relationTargets } from './relation-targets.ts'

const PRESENTATION = 'ppt/presentation.xml'

/** The text of a PPTX package, slide by slide in the order in which they are shown. */
export function presentationText(archive: Archive): DocumentText {
  const targets = relationTargets(archive, PRESENTATION)
  const slides: string[] = []
  walkMarkup(readXmlPart(archive, PRESENTATION), {
    open: (name, attributes) => {
      const target = name === 'sldid' ? targets.get(relationId(attributes) ?? '') : undefined
      if (target !== undefined && archive.has(target)) slides.push(target)
    },
  })
  const gatherer = createTextGatherer()
  for (const [index, slide] of [...new Set(slides)].entries())
    gatherer.add(`Slide ${index + 1}\n${slideText(readXmlPart(archive, slide))}\n\n`)
  return {
    label: 'presentation',
    text: gatherer.text().trim(),
    parts: { unit: 'slide', count: new Set(slides).size },
  }
}

/** `r:id` names the relation; the slide also has an `id` of its own. */
function relationId(attributes: string): string | undefined {
  return attributeOf(attributes.replaceAll(/\sid\s*=/g, ' own='), 'id')
}

function slideText(xml: string): string {
  const pieces: string[] = []
  let inRun = false
  walkMarkup(xml, {
    open: (name) => {
      if (name === 't') inRun = true
      else if (name === 'br') pieces.push('\n')
      else if (name === 'tab') pieces.push('\t')
    },
    close: (name) => {
      if (name === 't') inRun = false
      else if (name === 'p' || name === 'tr') pieces.push('\n')
      else if (name === 'tc') pieces.push('\t')
    },
    text: (text) => {
      if (inRun) pieces.push(text)
    },
  })
  return tidyLines(pieces.join(''))
}
