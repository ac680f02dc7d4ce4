import { readArguments } from '../../../core/chat/tools/tool-results.ts'
import { formatJson } from '../../../ui/format/json.ts'

/** The first `limit` characters of the arguments as they are best read: indented where they are JSON. */
export function argumentsText(text: string, limit: number): string {
  const reading = readArguments(text)
  return reading.ok || reading.fault === 'depth' ? formatJson(text, limit) : text.slice(0, limit)
}
