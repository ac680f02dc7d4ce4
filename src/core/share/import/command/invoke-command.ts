import { leftOutNames } from '../import-report.ts'
import type { Word } from './command-words.ts'
import type { CommandRequest } from './curl-command.ts'
import type { PowerShellWord } from './powershell-words.ts'

/**
 * What `Invoke-WebRequest` and `Invoke-RestMethod` would send, with their values given as texts and tables;
 * undefined where a value is made in another way, such as by a variable.
 */
export function invokeRequest(words: readonly PowerShellWord[]): CommandRequest | undefined {
  const found: CommandRequest = {
    method: 'GET',
    url: '',
    headers: [],
    files: [],
    unknown: [],
    hasCredentials: false,
    leftOut: [],
  }
  const notRead: string[] = []
  const waiting = words.slice(1)[Symbol.iterator]()
  for (const { text, unknown } of waiting) {
    const name = /^-([A-Za-z]+):?$/.exec(text)?.[1]?.toLowerCase()
    if (name === undefined) {
      if (found.url === '') found.url = text
      else notRead.push(text.slice(0, 6))
      found.unknown.push(...unknown)
      continue
    }
    if (SWITCHES.test(name)) continue
    const value = waiting.next().value
    if (value === undefined) return undefined
    if (value.table === undefined && isVariable(value) && NEEDED.test(name)) return undefined
    if (name !== 'headers') found.unknown.push(...value.unknown)
    switch (name) {
      case 'uri':
        found.url = value.text
        break
      case 'method':
      case 'custommethod':
        found.method = value.text.toUpperCase()
        break
      case 'headers':
        found.headers.push(
          ...(value.table ?? []).map(([header, content]): [string, string] => [
            header,
            content.unknown.length > 0 ? '' : content.text,
          ]),
        )
        break
      case 'body':
        if (value.table === undefined) found.body = value.text
        else
          found.form = Object.fromEntries(value.table.map(([field, { text: of }]) => [field, of]))
        break
      case 'form':
        found.form = Object.fromEntries(
          (value.table ?? []).map(([field, { text: of }]) => [field, of]),
        )
        break
      case 'infile':
        found.files.push(value.text)
        break
      case 'credential':
      case 'token':
      case 'authentication':
      case 'certificate':
        found.hasCredentials = true
        break
      default:
        if (!IGNORED.test(name)) notRead.push(text)
    }
  }
  if (found.url === '') return undefined
  return { ...found, leftOut: leftOutNames('option', notRead, 'the page has nothing like it') }
}

/** Parameters without a value. */
const SWITCHES =
  /^(?:usebasicparsing|skip\w+|disablekeepalive|passthru|resume|usedefaultcredentials|preserve\w+|allow\w+|noproxy|verbose|debug)$/
/** Parameters that say nothing about the request. */
const IGNORED =
  /^(?:websession|sessionvariable|contenttype|useragent|timeoutsec|outfile|proxy\w*|maximum\w+|retry\w+|httpversion|sslprotocol|\w+timeoutseconds|erroraction|responseheadersvariable|statuscodevariable)$/
/** Without these there is no request. */
const NEEDED = /^(?:uri|method|headers|body|form)$/

/** Whether a word is nothing but a variable. */
function isVariable({ text, unknown }: Word): boolean {
  return unknown.length === 1 && unknown[0] === text
}
