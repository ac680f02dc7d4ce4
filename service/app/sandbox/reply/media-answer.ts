import { messageText, type Message } from '../../../../contract/chat/messages.ts'
import type { DocumentText } from '../../inference/documents/document-reader.ts'
import type { GenerationRequest } from '../../inference/engine.ts'
import { partName, type Inputs } from '../../inference/inputs/inputs.ts'
import { droppedImages } from '../../inference/prepare/added-messages.ts'
import { wordsOf } from '../../inference/search/search.ts'
import { count, describePart } from '../report/parameter-report.ts'
import { plainText } from './general-answer.ts'
import type { SeenPicture } from './see-picture.ts'

const MAX_LINES = 6
/** How far into a document its lines are looked at, characters. */
const MAX_READ = 20_000

/** What notes say of a change that others have to follow. */
const SIGNS_OF_CHANGE =
  /\b(?:gone|removed?|deleted|no longer|instead|before|was|were|renamed|deprecated|must|breaking)\b/i

/** What a built-in model says of the images, files and recordings of one message; '' where it has none. */
export function mediaAnswer(
  message: Message,
  index: number,
  { parts }: Inputs,
  seen: ReadonlyMap<string, SeenPicture>,
): string {
  if (!Array.isArray(message.content)) return ''
  return message.content
    .flatMap((part, at) => {
      const name = partName(index, at)
      const facts = parts.get(name)
      if (part.type === 'text') return []
      if (facts?.kind === 'file' && part.type === 'file')
        return [documentAnswer(messageText(message), part.file.filename ?? '', facts.document)]
      const what = describePart(part, facts)
      const picture = seen.get(name)
      return [
        `${picture === undefined ? 'I received this' : 'I see this'}: ${what}.${inSight(picture)}`,
      ]
    })
    .join('\n\n')
}

/**
 * The images of the messages before the last one of the user: a model for several images gets them too, one
 * for a single image only those of the last message that has any. '' where there are none.
 */
export function earlierImages(
  { request: { messages }, model, inputs }: GenerationRequest,
  last: number,
): string {
  const dropped = droppedImages(messages, model)
  const lines = messages.flatMap(({ content }, index) =>
    index === last || !Array.isArray(content)
      ? []
      : content.flatMap((part, at) => {
          const name = partName(index, at)
          if (part.type !== 'image_url') return []
          return dropped.has(name)
            ? `- Message ${index + 1}: an image that I don't get. This model uses the images of one message only.`
            : `- Message ${index + 1}: ${describePart(part, inputs.parts.get(name))}`
        }),
  )
  return lines.length === 0 ? '' : `Images of earlier messages:\n\n${lines.join('\n')}`
}

function inSight(picture: SeenPicture | undefined): string {
  if (picture === undefined) return ''
  const [most, ...others] = picture.colors.map(({ name, code }) => `${name} (\`${code}\`)`)
  const colors =
    most === undefined
      ? ''
      : ` It is mostly ${most}${others.length === 0 ? '' : `, with ${listed(others)}`}.`
  return picture.shapes.length === 0
    ? colors
    : `${colors}\n\n${picture.shapes.map((shape) => `- ${shape}`).join('\n')}`
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

/** The lines of a document that a question is about; its first ones where none fits. */
function documentAnswer(question: string, name: string, document: DocumentText): string {
  const lines = document.text
    .slice(0, MAX_READ)
    .split('\n')
    .map((line) => line.replace(/^[\s*#•-]+/, '').trim())
    .filter((line) => line !== '')
  const asksForBreaks = /\bbreak/i.test(question)
  const words = new Set(wordsOf(question))
  const fitting = lines.filter((line) =>
    asksForBreaks ? SIGNS_OF_CHANGE.test(line) : wordsOf(line).some((word) => words.has(word)),
  )
  const shown = (fitting.length > 0 ? fitting : lines).slice(0, MAX_LINES)
  const facts = [
    document.label,
    ...(document.parts === undefined ? [] : [count(document.parts.count, document.parts.unit)]),
    count(document.text.length, 'character'),
  ]
  const intro = `${plainText(name === '' ? 'The document' : name, 80)} (${facts.join(', ')})`
  if (shown.length === 0) return `${intro} has no text.`
  const what = fitting.length > 0 ? 'What it says about this' : 'It begins with'
  return `${intro}. ${what}:\n\n${shown.map((line) => `- ${plainText(line, 300)}`).join('\n')}`
}
