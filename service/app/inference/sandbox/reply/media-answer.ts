import { messageText, type Message } from '../../../../../contract/chat/messages.ts'
import { partName, type Inputs } from '../../inputs/inputs.ts'
import { describePart } from '../report/describe-part.ts'
import { documentAnswer } from './document-answer.ts'
import type { SeenPicture } from './see-picture.ts'

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
