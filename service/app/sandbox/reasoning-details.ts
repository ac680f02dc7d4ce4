import type { ReasoningDetail } from '../../../contract/chat/messages.ts'
import { encodeBase64Url } from '../../../contract/encoding/bytes.ts'
import { sha256 } from '../../../contract/encoding/sha256.ts'

const FORMAT = 'sandbox-v1'

/** The records of one piece of reasoning: its text, and a summary when one was asked for. */
export function reasoningDetails(text: string, summary: string | undefined): ReasoningDetail[] {
  const records = [
    { type: 'reasoning.text', text },
    ...(summary === undefined
      ? []
      : [{ type: 'reasoning.summary', text: summaryOf(text, summary) }]),
  ]
  return records.map((record, index) => signed({ ...record, format: FORMAT, index }))
}

/** How many records of this service came back in a message, and how many of them were changed. */
export function checkReasoningDetails(details: readonly ReasoningDetail[]): {
  own: number
  changed: number
} {
  const own = details.filter((record) => record['format'] === FORMAT)
  const changed = own.filter((record) => {
    const { id: _, data: __, ...content } = record
    return signed(content)['data'] !== record['data']
  })
  return { own: own.length, changed: changed.length }
}

/** `data` is a digest of the record, so that a change shows when it is passed back. */
function signed(record: ReasoningDetail): ReasoningDetail {
  const { type, text, format, index } = record
  const data = encodeBase64Url(sha256(JSON.stringify([type, text, format, index])))
  return { ...record, id: `rs_${data.slice(0, 16)}`, data }
}

/** `concise` is the first sentence, anything else the first two. */
function summaryOf(text: string, summary: string): string {
  const sentences = text.match(/(?<![^.])[^.]+\./g) ?? [text]
  return sentences
    .slice(0, summary === 'concise' ? 1 : 2)
    .join('')
    .trim()
}
