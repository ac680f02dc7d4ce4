import { redactSecretShapes } from '../../../contract/headers/secrets/secret-shapes.ts'

/** What may be copied into a report about a fault of the page; what looks like a secret is removed. */
export function errorDetails(error: unknown): string {
  const text =
    error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)
  return redactSecretShapes(text).slice(0, 4000)
}
