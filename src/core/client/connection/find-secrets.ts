import { keysIn } from '../../../../contract/headers/secrets/key-shapes.ts'
import { redacted } from '../../../../contract/headers/secrets/secret-shapes.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import type { Connection } from './connections.ts'

/** A key in a text that is about to be sent to a model; a person may overrule it. */
export interface SecretIssue extends ValidationIssue {
  code: 'contains_secret'
  /** The text with every key taken out; what stands in its place tells the length alone. */
  without: string
}

/**
 * What keeps a text from being sent before its writer has said that it is meant: it holds the key of
 * the connection, or what looks like another key. Empty for any other text.
 */
export function findSecrets(connection: Connection, text: string): SecretIssue[] {
  const withoutOwn = connection.credential?.withoutSecret?.(text) ?? text
  const keys = keysIn(text)
  const [key] = keys
  if (withoutOwn === text && key === undefined) return []
  const found =
    withoutOwn !== text || key === undefined
      ? 'the key of this connection'
      : `what looks like a key: “${key.slice(0, 6)}…”`
  return [
    {
      path: [],
      code: 'contains_secret',
      message: `This text contains ${found}.`,
      without: keys.reduce((rest, one) => rest.replaceAll(one, redacted(one)), withoutOwn),
    },
  ]
}
