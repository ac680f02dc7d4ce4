import { keysIn } from '../../../../contract/headers/secrets/key-shapes.ts'
import { redacted } from '../../../../contract/headers/secrets/secret-shapes.ts'
import { readExport } from '../../inspector/export/read-export.ts'
import { setupFromText } from './setup-from-text.ts'

/** A pasted text that is a request rather than something to say to a model. */
export interface RecognizedPaste {
  /** As it was pasted; it may hold a key. */
  text: string
  /** What it is: "a curl command". */
  what: string
  /** The text with every key in it masked; the same text where there is none. */
  masked: string
}

/**
 * Tells what a pasted text is; undefined where it is nothing that can be opened as a request.
 * `withoutOwn` takes the key of the connection out of a text.
 */
export function recognizePaste(
  text: string,
  withoutOwn: (text: string) => string = (same) => same,
): RecognizedPaste | undefined {
  const what = whatItIs(text)
  return what === undefined ? undefined : { text, what, masked: maskKeys(withoutOwn(text)) }
}

function whatItIs(text: string): string | undefined {
  const file = readExport(text)
  if (file.ok) {
    const count = file.exchanges.length
    return count === 1 ? 'a saved request' : `a HAR with ${count} requests`
  }
  if (!setupFromText(text).ok) return undefined
  if (text.includes('#c=')) return 'a playground link'
  return /^\s*\{/.test(text) ? 'a JSON request body' : 'a curl command'
}

/** What goes before a secret in a command, a header, JSON or a HAR, and the secret itself. */
const SECRETS: readonly RegExp[] = [
  /(?<before>(?:authorization|cookie|[\w-]*(?:api[-_]?key|secret|token))["']?\s*[:=]\s*["']?(?:bearer\s+|basic\s+)?)(?<secret>(?!bearer\s|basic\s)[^\s"'\\$<][^\s"'\\]*)/gi,
  /(?<before>"name"\s*:\s*"(?:authorization|cookie|[\w-]*(?:api[-_]?key|secret|token))"\s*,\s*"value"\s*:\s*"(?:bearer\s+|basic\s+)?)(?<secret>[^"\\$<][^"\\]*)/gi,
  /(?<before>\s(?:-u|--user|--oauth2-bearer|-b|--cookie)[\s=]*["']?)(?<secret>[^\s"'$][^\s"']*)/g,
]

/** The text with what looks like a key, and the values of options that carry one, masked. */
function maskKeys(text: string): string {
  const withoutKnown = keysIn(text).reduce((rest, key) => rest.replaceAll(key, redacted(key)), text)
  return SECRETS.reduce(
    (rest, shape) =>
      rest.replace(shape, (_, before: string, secret: string) => before + redacted(secret)),
    withoutKnown,
  )
}
