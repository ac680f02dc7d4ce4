import { keysIn, redactKeys } from '../../../../contract/headers/secrets/redaction.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import type { Client } from '../client.ts'
import type { Connection } from './connections.ts'

/** A key in a text that is about to be sent to a model; a person may overrule it. */
export interface SecretIssue extends ValidationIssue {
  code: 'contains_secret'
  /** The text with every key taken out; what stands in its place tells the length alone. */
  without: string
}

/**
 * What keeps a text from being sent before its writer has said that it is meant: it holds the key of an
 * open connection, whichever it is sent to, or what looks like another key. Empty for any other text.
 */
export function findSecrets(
  { connections }: Pick<Client, 'connections'>,
  text: string,
): SecretIssue[] {
  const { open } = connections.store.getState()
  const withoutKey = (before: string, { credential }: Connection) =>
    credential?.withoutSecret?.(before) ?? before
  const withoutOwn = open.reduce(withoutKey, text)
  const owner = open.find((one) => withoutKey(text, one) !== text)
  const [key] = keysIn(text)
  if (withoutOwn === text && key === undefined) return []
  const found =
    withoutOwn !== text || key === undefined
      ? `the key of the connection ${owner?.name ?? ''}`.trim()
      : `what looks like a key: “${key.slice(0, 6)}…”`
  return [
    {
      path: [],
      code: 'contains_secret',
      message: `This text contains ${found}.`,
      without: redactKeys(withoutOwn),
    },
  ]
}
