import { type LeftOut, leftOutNames } from '../import/import-report.ts'
import type { CommandWords, Word } from './command-words.ts'

/** What a command would send. */
export interface CommandRequest {
  method: string
  url: string
  /** As given, credentials included: whoever imports them leaves those out. Empty where the command has a variable. */
  headers: [name: string, value: string][]
  body?: string
  /** The texts of a form by their names; its files are among `files`. */
  form?: Record<string, string>
  /** Files of the device that it would send. */
  files: string[]
  /** Values in its URL or body that the command doesn't hold: `$MODEL`, `$(base64 < photo.png)`. */
  unknown: string[]
  /** It signs in by an option: `-u`, `-b`, `--oauth2-bearer`. */
  hasCredentials: boolean
  leftOut: LeftOut[]
}

/** What a curl command would send; undefined where it has no URL. */
export function curlRequest({ words, stdin }: CommandWords): CommandRequest | undefined {
  const found: CommandRequest = {
    method: '',
    url: '',
    headers: [],
    files: [],
    unknown: [],
    hasCredentials: false,
    leftOut: [],
  }
  const notRead = { options: new Set<string>(), words: [] as string[], requests: 0 }
  const query: string[] = []
  let inQuery = false
  const addData = (data: string, separator = '&') => {
    found.body = found.body === undefined ? data : found.body + separator + data
  }
  /** `@file` is the content of a file, which only `@-` brings along. */
  const contentOf = (data: string): string => {
    if (!data.startsWith('@')) return data
    if (data === '@-' && stdin !== undefined) {
      found.unknown.push(...stdin.unknown)
      return stdin.text
    }
    found.files.push(data === '@-' ? 'standard input' : data.slice(1))
    return ''
  }
  const addUrl = (url: string) => {
    if (found.url === '' && /[./:]|^(?:localhost|[$%{])/.test(url)) found.url = url
    else if (/^[a-z][\w+.-]*:\/\//i.test(url)) notRead.requests += 1
    else notRead.words.push(url)
  }
  for (const { name, value, unknown } of optionsOf(words.slice(1))) {
    if (name === 'next') {
      notRead.requests += 1
      break
    }
    if (name !== 'header') found.unknown.push(...unknown)
    switch (name) {
      case undefined:
      case 'url':
        addUrl(value)
        break
      case 'request':
        found.method = value.toUpperCase()
        break
      case 'header':
        if (value.startsWith('@')) found.files.push(value.slice(1))
        else {
          const [header = ''] = value.split(/[:;]/, 1)
          const content = value.slice(header.length + 1).trim()
          found.headers.push([header.trim(), unknown.length > 0 ? '' : content])
        }
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
        const [field = ''] = value.split('=', 1)
        const content = value.slice(field.length + 1)
        found.form ??= {}
        if (name === 'form' && /^[@<]/.test(content))
          found.files.push(formContent(content.slice(1)))
        else found.form[field] = name === 'form' ? formContent(content) : content
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
      case 'cert':
      case 'aws-sigv4':
      case 'netrc':
        found.hasCredentials = true
        break
      default:
        if (CHANGES_REQUEST.test(name)) notRead.options.add(`--${name}`)
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
  return {
    ...found,
    method: found.method || (sends ? 'POST' : 'GET'),
    leftOut: [
      ...leftOutNames('option', [...notRead.options], 'the page has nothing like it'),
      ...leftOutNames('word', notRead.words.map(inShort), "they aren't part of a curl command"),
      ...furtherRequests(notRead.requests),
    ],
  }
}

/** What a report says of requests beside the one that is read. */
export function furtherRequests(count: number): LeftOut[] {
  const what = count === 1 ? 'further request' : 'further requests'
  return count === 0 ? [] : [{ count, what, why: 'only the first of a command is opened' }]
}

/** Options that change what is sent in a way that nothing here can. */
const CHANGES_REQUEST = /^(?:config|expand-.*|range|time-cond|request-target|variable)$/

/** A word as a report shows it: never as much of it as would be a key. */
function inShort(word: string): string {
  return word.length > 12 ? `${word.slice(0, 6)}…` : word
}

/** The content of a form field or the name of its file, without quotes and what curl is told about it. */
function formContent(content: string): string {
  const quoted = /^"((?:[^"\\]|\\[^])*)"/.exec(content)
  if (quoted !== null) return (quoted[1] ?? '').replace(/\\(["\\])/g, '$1')
  const end = content.search(/;(?:type|filename|headers|encoder)=/)
  return end < 0 ? content : content.slice(0, end)
}

interface CurlOption {
  /** The long name; a short option that is not read here keeps its letter. Undefined for an address. */
  name: string | undefined
  /** Empty for an option that takes none. */
  value: string
  /** Values in it that the command doesn't hold. */
  unknown: readonly string[]
}

/** Words as options with their values: `-sXPOST` is `-s` and `-X POST`, `--json=x` is `--json x`. */
function* optionsOf(words: readonly Word[]): Generator<CurlOption> {
  const waiting = words[Symbol.iterator]()
  const next = (): Word => waiting.next().value ?? { text: '', unknown: [] }
  for (const { text, unknown } of waiting) {
    // Word processors make one dash of two hyphens.
    const word = text.replace(/^[–—](?=[A-Za-z])/, text.length > 2 ? '--' : '-')
    if (word.startsWith('--')) {
      const [name = ''] = word.slice(2).split('=', 1)
      const rest = word.slice(2 + name.length)
      if (!LONG_WITH_VALUE.has(name.replace(/^expand-/, ''))) yield { name, value: '', unknown }
      else if (rest === '') yield { name, ...valueOf(next()) }
      else yield { name, value: rest.slice(1), unknown }
    } else if (word.startsWith('-') && word !== '-') {
      for (let at = 1; at < word.length; at += 1) {
        const letter = word.charAt(at)
        const name = LONG_NAMES[letter] ?? letter
        if (!SHORT_WITH_VALUE.has(letter)) yield { name, value: '', unknown: [] }
        else {
          const rest = word.slice(at + 1)
          yield { name, ...(rest === '' ? valueOf(next()) : { value: rest, unknown }) }
          break
        }
      }
    } else yield { name: undefined, value: word, unknown }
  }
}

function valueOf({ text, unknown }: Word) {
  return { value: text, unknown }
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

/** The short options that are read here, by the name of the long option that each stands for. */
const LONG_NAMES: Readonly<Record<string, string>> = {
  b: 'cookie',
  E: 'cert',
  K: 'config',
  n: 'netrc',
  r: 'range',
  z: 'time-cond',
  d: 'data',
  F: 'form',
  G: 'get',
  H: 'header',
  I: 'head',
  T: 'upload-file',
  u: 'user',
  X: 'request',
  ':': 'next',
}

/** The short options that take a value, by the manual of curl 8. */
const SHORT_WITH_VALUE: ReadonlySet<string> = new Set('AbcCdDeEFhHKmoPQrtTuUwxXyYz')

/** The long options that take a value, by the manual of curl 8. */
const LONG_WITH_VALUE: ReadonlySet<string> = new Set(
  `abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout
  connect-to continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary
  data-raw data-urlencode delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url
  dump-header ech egd-file engine etag-compare etag-save expect100-timeout form form-string ftp-account
  ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode happy-eyeballs-timeout-ms
  haproxy-clientip header help hostpubmd5 hostpubsha256 hsts interface ip-tos ipfs-gateway json
  keepalive-cnt keepalive-time key key-type knownhosts krb libcurl limit-rate local-port login-options
  mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output
  output-dir parallel-max parallel-max-host pass pinnedpubkey preproxy proto proto-default proto-redir
  proxy proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header
  proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers
  proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file range
  rate referer request request-target resolve retry retry-delay retry-max-time sasl-authzid
  service-name sigalgs socks4 socks4a socks5 socks5-gssapi-service socks5-hostname speed-limit
  speed-time stderr telnet-option tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword
  tlsuser trace trace-ascii trace-config unix-socket upload-file upload-flags url url-query user
  user-agent variable vlan-priority write-out`.split(/\s+/),
)
