import { redactSecretShapes } from '../../../contract/headers/secrets/secret-mask.ts'

const MAX_CAUSE_LENGTH = 200

/**
 * An error in one line, for showing what lies under a failure: `TypeError: Failed to fetch`. Only its
 * first line, without what looks like a secret: wallets repeat the request they refused below it.
 */
export function causeOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const [line = ''] = text.split('\n', 1)
  return redactSecretShapes(line).slice(0, MAX_CAUSE_LENGTH)
}
