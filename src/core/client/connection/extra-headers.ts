import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { redactSecretShapes } from '../../../../contract/headers/secrets/secret-mask.ts'

/** Headers that a gateway or a hosted API wants with every request, as a person wrote them. */
type ExtraHeadersReading =
  | { ok: true; plain: HeaderList; secret: HeaderList }
  | { ok: false; message: string }

const MAX_EXTRA_HEADERS = 12
const MAX_CHARS = 4_000

/** Stands for a secret value that was entered before and stays as it is. */
export const UNCHANGED = '••••••••'

/** Headers known to hold no secret; the value of any other one is treated like a key. */
const PLAIN =
  /^(?:http-referer|x-title|openai-(?:organization|project|beta)|anthropic-(?:version|beta)|x-portkey-(?:provider|trace-id|metadata|cache|retry-count|request-timeout|debug)|helicone-(?:cache-enabled|cache-bucket-max-size|retry-enabled|user-id|session-(?:id|name|path)|property-[\w-]+)|x-request-timeout|anthropic-dangerous-direct-browser-access)$/

/** Set by the page itself, by the browser, or by proxies. */
const RESERVED =
  /^(?:accept|accept-encoding|accept-language|authorization|connection|content-.+|cookie2?|date|expect|host|keep-alive|origin|proxy-.+|referer|sec-.+|set-cookie|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.+|x-http-method.*|(?:x-)?sign-in-with-x|payment-.+|x-payment|x-402-.+)$/

/**
 * Reads the headers of a connection, one `Name: value` per line. Those that may hold a secret, such as
 * Azure's `api-key`, are returned apart: they are treated like a key.
 */
export function readExtraHeaders(text: string): ExtraHeadersReading {
  const lines = text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [{ line, at }]))
  if (lines.length > MAX_EXTRA_HEADERS)
    return { ok: false, message: `Up to ${MAX_EXTRA_HEADERS} headers can be added.` }
  const plain: [string, string][] = []
  const secret: [string, string][] = []
  const names = new Set<string>()
  for (const { line, at } of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim()
    const value = colon < 0 ? '' : line.slice(colon + 1).trim()
    const problem = faultOf(name, value) ?? (names.has(name.toLowerCase()) ? REPEATED : undefined)
    if (problem !== undefined) return { ok: false, message: `Line ${at + 1}: ${problem}` }
    names.add(name.toLowerCase())
    ;(isPlainHeader(name, value) ? plain : secret).push([name, value])
  }
  return { ok: true, plain, secret }
}

const REPEATED = 'This header is already in the list.'

/** Whether the value of a header may be stored and shown. */
export function isPlainHeader(name: string, value: string): boolean {
  return (
    value !== UNCHANGED && PLAIN.test(name.toLowerCase()) && redactSecretShapes(value) === value
  )
}

function faultOf(name: string, value: string): string | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return 'Write each header as “Name: value”.'
  if (name.toLowerCase() === 'authorization') return 'Enter this key under API key.'
  if (RESERVED.test(name.toLowerCase())) return `The page or browser sets ${name} itself.`
  if (value === UNCHANGED) return undefined
  if (value === '') return `${name} has no value.`
  if (value.length > MAX_CHARS || !/^[\x20-\x7e]*$/.test(value))
    return `A header value has up to ${MAX_CHARS} ASCII characters.`
  return undefined
}
