import { redactKeys } from '../../../../contract/headers/secrets/redaction.ts'
import { redacted } from '../../../../contract/headers/secrets/secret-mask.ts'
import { readExport } from '../../inspector/export/read-export.ts'
import { beginsWithCommand, withoutFence } from '../command/find-command.ts'
import { leftOutText } from './import-report.ts'
import { linkFragment, setupFromText } from './setup-from-text.ts'

/** A pasted text that is a request rather than something to say to a model. */
export interface RecognizedPaste {
  /** As it was pasted; it may hold a key. */
  text: string
  /** What it is: "a curl command". */
  what: string
  /** The text with every key in it masked; the same text where there is none. */
  masked: string
}

/** Tells what a pasted text is, if it can be opened as a request. `withoutOwn` removes the connection's key. */
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
    const what = count === 1 ? 'a saved request' : `a HAR with ${count} requests`
    // It ends a sentence.
    return [`${what}.`, ...leftOutText(file.report)].join(' ').slice(0, -1)
  }
  const trimmed = text.trim()
  const isLink = linkFragment(trimmed) !== undefined
  const inner = withoutFence(trimmed).text.trim()
  const isJson = inner.startsWith('{')
  if (!isLink && !isJson && !beginsWithCommand(inner)) return undefined
  if (!setupFromText(text).ok) return undefined
  if (isLink) return 'a playground link'
  if (isJson) return 'a JSON request body'
  return /\bcurl(?:\.exe)?\s/i.test(inner) ? 'a curl command' : 'a PowerShell command'
}

/**
 * What goes before a secret in a command of any shell, a header, JSON or a HAR, and the secret itself.
 * Carets, backslashes and backticks stand before quotes in some.
 */
const SECRETS: readonly RegExp[] = [
  /(?<before>(?:authorization|cookie|api[-_]?key|secret|token)[\^\\`"']{0,6}\s*[:=]\s*[\^\\`"']{0,6}(?:bearer\s+|basic\s+)?)(?<secret>(?!bearer\s|basic\s)[^\s"'\\$<^`][^\s"'\\^`]*)/gi,
  /(?<before>"name"\s*:\s*"(?:authorization|cookie|[\w-]*(?:api[-_]?key|secret|token))"\s*,\s*"value"\s*:\s*"(?:bearer\s+|basic\s+)?)(?<secret>[^"\\$<][^"\\]*)/gi,
  /(?<before>\s(?:-u|--user|--oauth2-bearer|-b|--cookie)[\s=]*[\^"']{0,2})(?<secret>[^\s"'$^][^\s"'^]*)/g,
]

/** The text with what looks like a key, and the values of options that carry one, masked. */
function maskKeys(text: string): string {
  return SECRETS.reduce(
    (rest, shape) =>
      rest.replace(shape, (_, before: string, secret: string) => before + redacted(secret)),
    redactKeys(text),
  )
}
