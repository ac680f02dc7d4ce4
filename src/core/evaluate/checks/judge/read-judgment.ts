import { isJsonObject, readJson } from '../../../../../contract/json.ts'

/** What a judge decided, and why. */
export interface Judgment {
  pass: boolean
  reason: string
}

/**
 * Reads a judgment from the reply of a model: JSON alone, or among other text. Undefined where there is
 * none, and where several disagree. One that the judged response has itself is a quote of it, no judgment.
 */
export function readJudgment(reply: string, judged: string): Judgment | undefined {
  const whole = judgmentIn(reply)
  if (whole !== undefined) return whole
  const judgments = objectsIn(withoutThoughts(reply))
    .filter((text) => !judged.includes(text))
    .flatMap((text) => judgmentIn(text) ?? [])
  const last = judgments.at(-1)
  return judgments.every(({ pass }) => pass === last?.pass) ? last : undefined
}

function judgmentIn(text: string): Judgment | undefined {
  const value = readJson(text)
  if (!isJsonObject(value)) return undefined
  const { pass, reason } = value
  if (typeof pass !== 'boolean') return undefined
  return { pass, reason: typeof reason === 'string' ? reason.trim() : '' }
}

/** A model that thinks aloud may write drafts of its judgment there. */
function withoutThoughts(reply: string): string {
  const end = reply.lastIndexOf('</think>')
  return end === -1 ? reply : reply.slice(end)
}

/** The outermost `{…}` of a text, in one pass; braces in strings count as text. */
function objectsIn(text: string): string[] {
  const objects: string[] = []
  let depth = 0
  let start = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (depth > 0 && char === '"') inString = !inString
    else if (inString) at += char === '\\' ? 1 : 0
    else if (char === '{') {
      if (depth === 0) start = at
      depth += 1
    } else if (char === '}' && depth > 0) {
      depth -= 1
      if (depth === 0) objects.push(text.slice(start, at + 1))
    }
  }
  return objects
}
