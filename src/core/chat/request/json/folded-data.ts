import { isJsonObject, type JsonValue } from '../../../../../contract/json.ts'

/** Longer data is shown as a word in its place: it says nothing to people and slows the editor. */
const MAX_SHOWN_LENGTH = 400

/** A value whose long data is replaced by words, and what each word stands for. */
export interface FoldedData {
  value: JsonValue
  data: ReadonlyMap<string, string>
}

/** Replaces data URLs and base64 by words such as `⟨data 1: image/png, 12,345 characters⟩`. */
export function foldData(value: JsonValue): FoldedData {
  const data = new Map<string, string>()
  const words = new Map<string, string>()
  const folded = mapTexts(value, (text) => {
    const kind = dataKind(text)
    if (kind === undefined) return text
    const word =
      words.get(text) ??
      `⟨data ${data.size + 1}: ${kind}, ${text.length.toLocaleString('en-US')} characters⟩`
    words.set(text, word)
    data.set(word, text)
    return word
  })
  return { value: folded, data }
}

/** Puts the data back where its words stand. */
export function unfoldData(value: JsonValue, data: ReadonlyMap<string, string>): JsonValue {
  return data.size === 0 ? value : mapTexts(value, (text) => data.get(text) ?? text)
}

function dataKind(text: string): string | undefined {
  if (text.length <= MAX_SHOWN_LENGTH) return undefined
  const [, type] = /^data:([^,;\s]{0,80})[^,\s]{0,100},/i.exec(text.slice(0, 200)) ?? []
  if (type !== undefined) return type === '' ? 'text/plain' : type
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? 'base64' : undefined
}

function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      member === undefined ? member : mapTexts(member, change),
    ]),
  )
}
