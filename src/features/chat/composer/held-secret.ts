import type { Connection } from '../../../api/connection.ts'
import { keysIn, redacted } from '../../../contract/headers/secret-shapes.ts'
import type { ValidationIssue } from '../../../contract/validation.ts'

/**
 * What keeps a text from being sent before its writer has said that it is meant: it holds the key of
 * the connection, or what looks like another key. Empty for any other text; the fault's code is
 * `holds_secret`, and a person may overrule it.
 */
export function heldSecret(connection: Connection, text: string): ValidationIssue[] {
  const [key] = keysIn(text)
  if (withoutOwnKey(connection, text) !== text)
    return [fault('Your message holds the key of this connection.')]
  if (key === undefined) return []
  return [fault(`Your message holds what looks like a key: “${key.slice(0, 6)}…”.`)]
}

function fault(message: string): ValidationIssue {
  return { path: [], code: 'holds_secret', message }
}

/** The text with every key taken out; what stands in its place tells the length alone. */
export function withoutKeys(connection: Connection, text: string): string {
  return keysIn(text).reduce(
    (rest, key) => rest.replaceAll(key, redacted(key)),
    withoutOwnKey(connection, text),
  )
}

function withoutOwnKey({ credential }: Connection, text: string): string {
  return credential?.withoutSecret?.(text) ?? text
}
