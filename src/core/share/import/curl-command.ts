import { LONG_NAMES, LONG_WITH_VALUE, SHORT_WITH_VALUE } from './curl-options.ts'
import { readShellCommand } from './shell-words.ts'

/** What a curl command would send. */
export interface CurlCommand {
  method: string
  url: string
  /** As given, credentials included: whoever imports them leaves those out. */
  headers: [name: string, value: string][]
  body?: string
  /** The texts of a form by their names; its files are among `files`. */
  form?: Record<string, string>
  /** Files of the device that it would send. */
  files: string[]
  /** It signs in by an option: `-u`, `-b`, `--oauth2-bearer`. */
  hasCredentials: boolean
  /** Further requests follow the first. */
  more: boolean
}

/** Reads a curl command; undefined when it is none, or a quote in it is left open. */
export function readCurlCommand(text: string): CurlCommand | undefined {
  const command = readShellCommand(text.trim().replace(/^\$\s+/, ''))
  if (command === undefined || command.words[0] !== 'curl') return undefined
  const { words, stdin = '' } = command
  const found: CurlCommand = {
    method: '',
    url: '',
    headers: [],
    files: [],
    hasCredentials: false,
    more: false,
  }
  const query: string[] = []
  let inQuery = false
  const addData = (data: string, separator = '&') => {
    found.body = found.body === undefined ? data : found.body + separator + data
  }
  /** `@file` is the content of a file, which only `@-` brings along. */
  const contentOf = (data: string): string => {
    if (!data.startsWith('@')) return data
    if (data === '@-') return stdin
    found.files.push(data.slice(1))
    return ''
  }
  const addUrl = (url: string) => {
    if (found.url === '') found.url = url
    else found.more = true
  }
  for (const { name, value } of optionsOf(words.slice(1))) {
    if (name === 'next') {
      found.more = true
      break
    }
    switch (name) {
      case undefined:
      case 'url':
        addUrl(value)
        break
      case 'request':
        found.method = value.toUpperCase()
        break
      case 'header':
        found.headers.push([
          (value.split(/[:;]/, 1)[0] ?? '').trim(),
          value.replace(/^[^:;]*[:;]?/, '').trim(),
        ])
        break
      case 'data':
      case 'data-ascii':
      case 'data-binary':
        addData(contentOf(value))
        break
      case 'data-raw':
        addData(value)
        break
      case 'json':
        addData(contentOf(value), '')
        break
      case 'data-urlencode':
        addData(urlEncoded(value, contentOf))
        break
      case 'url-query':
        query.push(urlEncoded(value, contentOf))
        break
      case 'form':
      case 'form-string': {
        const [field = '', ...rest] = value.split('=')
        const content = rest.join('=')
        found.form ??= {}
        if (name === 'form' && /^[@<]/.test(content))
          found.files.push(content.slice(1).replace(/;(?:type|filename)=.*$/, ''))
        else found.form[field] = content
        break
      }
      case 'upload-file':
        found.files.push(value)
        found.method ||= 'PUT'
        break
      case 'get':
        inQuery = true
        break
      case 'head':
        found.method ||= 'HEAD'
        break
      case 'user':
      case 'cookie':
      case 'oauth2-bearer':
        found.hasCredentials = true
        break
    }
  }
  if (found.url === '') return undefined
  if (inQuery && found.body !== undefined) {
    query.push(found.body)
    delete found.body
  }
  if (query.length > 0)
    found.url += (found.url.includes('?') ? '&' : '?') + query.filter((part) => part).join('&')
  const sends = found.body !== undefined || found.form !== undefined
  return { ...found, method: found.method || (sends ? 'POST' : 'GET') }
}

interface CurlOption {
  /** The long name; a short option that is not read here keeps its letter. Undefined for an address. */
  name: string | undefined
  /** Empty for an option that takes none. */
  value: string
}

/** Words as options with their values: `-sXPOST` is `-s` and `-X POST`, `--json=x` is `--json x`. */
function* optionsOf(words: readonly string[]): Generator<CurlOption> {
  const waiting = [...words]
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    if (word.startsWith('--')) {
      const [name = '', ...rest] = word.slice(2).split('=')
      const value = !LONG_WITH_VALUE.has(name)
        ? ''
        : rest.length > 0
          ? rest.join('=')
          : (waiting.shift() ?? '')
      yield { name, value }
    } else if (word.startsWith('-') && word !== '-') {
      for (let at = 1; at < word.length; at += 1) {
        const letter = word.charAt(at)
        const takes = SHORT_WITH_VALUE.has(letter)
        const value = takes ? word.slice(at + 1) || (waiting.shift() ?? '') : ''
        yield { name: LONG_NAMES[letter] ?? letter, value }
        if (takes) break
      }
    } else yield { name: undefined, value: word }
  }
}

/** `content`, `=content`, `name=content`, `@file` or `name@file`, with the content encoded. */
function urlEncoded(data: string, contentOf: (data: string) => string): string {
  const [, name = '', mark = '', content = ''] = /^([^=@]*)([=@]?)([^]*)$/.exec(data) ?? []
  if (mark === '') return encoded(name)
  const value = encoded(mark === '@' ? contentOf(`@${content}`) : content)
  return name === '' ? value : `${name}=${value}`
}

function encoded(text: string): string {
  // Half a character cannot be encoded.
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'))
}
