import type { JsonObject } from '../../../../contract/json.ts'
import type { RedactedExchange } from './redacted-exchange.ts'

/** Names the format, so that a reader knows it from any other list of JSON lines. */
export const JSON_LINES_FORMAT = 'playground-exchange'

/**
 * Writes a redacted exchange as JSON Lines: what it is, with more facts if there are any, the
 * exchange, then one event per line.
 */
export function toJsonLines(
  { events, ...exchange }: RedactedExchange,
  facts: JsonObject = {},
): string {
  return [{ format: JSON_LINES_FORMAT, version: 1, ...facts }, exchange, ...events]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
}
