import type { ContentPart } from '../../../../../contract/chat/content-parts.ts'
import type { ValidationIssue } from '../../../../../contract/validation.ts'
import { checkParts } from '../check/check-parts.ts'
import type { PartContext } from '../check/part-counts.ts'
import { draftPartsStore } from '../draft/draft-parts-store.ts'
import { encodeParts } from './encode-parts.ts'

/** What is attached as the content of a message, or why it cannot be sent. */
export type Collected =
  | { ok: true; content: ContentPart[]; partIds: readonly string[] }
  | { ok: false; issues: ValidationIssue[] }

/**
 * Encodes what is attached, with the text after it, once it is fit for every one of the places it
 * goes to.
 */
export async function collectContent(
  text: string,
  contexts: readonly PartContext[],
): Promise<Collected> {
  const { parts, sending } = draftPartsStore.getState()
  if (sending !== undefined) return refused('What is attached is being sent already.')
  if (parts.some(({ kind }) => kind === 'pending'))
    return refused('An attachment is still being read. Send again in a moment.')
  // The reasons and what to press stand at the attachments already.
  const isUnfit = (context: PartContext) =>
    checkParts(parts, context).some(({ level }) => level === 'error')
  if (contexts.some(isUnfit))
    return refused('What is attached cannot be sent as it is: see above. Nothing was sent.')
  draftPartsStore.setState({ sending: 0 })
  try {
    const content = await encodeParts(parts, text, (done) =>
      draftPartsStore.setState({ sending: done }),
    )
    return { ok: true, content, partIds: parts.map(({ id }) => id) }
  } catch {
    return refused('An attachment could not be read: was its file moved? Nothing was sent.')
  } finally {
    draftPartsStore.setState({ sending: undefined })
  }
}

/** A refusal with its one reason. */
function refused(message: string): { ok: false; issues: ValidationIssue[] } {
  return { ok: false, issues: [{ path: [], code: 'attachment', message }] }
}
