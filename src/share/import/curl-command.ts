import { readShellCommand } from './shell-words.ts'

/** What a curl command would send. Headers are read for their names only. */
export interface CurlCommand {
  method: string
  url: string
  headerNames: string[]
  body?: string
  /** True when it sends a form instead of a body. */
  form: boolean
}

/** Options that take a value which changes nothing here. */
const WITH_VALUE = new Set([
  '-o',
  '--output',
  '-u',
  '--user',
  '-A',
  '--user-agent',
  '-e',
  '--referer',
])
const MORE_WITH_VALUE = new Set([
  '-b',
  '--cookie',
  '--max-time',
  '-m',
  '--connect-timeout',
  '--retry',
])
const DATA = new Set(['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--json'])

/** Reads a curl command; undefined when it is none, or a quote in it is left open. */
export function readCurlCommand(text: string): CurlCommand | undefined {
  const command = readShellCommand(text.trim().replace(/^\$\s+/, ''))
  if (command === undefined || command.words[0] !== 'curl') return undefined
  const found: CurlCommand = { method: '', url: '', headerNames: [], form: false }
  const words = spelledOut(command.words.slice(1))
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const value = words[at + 1] ?? ''
    if (word === '-X' || word === '--request') found.method = value.toUpperCase()
    else if (word === '-H' || word === '--header') found.headerNames.push(headerName(value))
    else if (word === '--url') found.url = value
    else if (DATA.has(word)) found.body = joinedBody(found.body, value, command.stdin)
    else if (word === '-F' || word === '--form') found.form = true
    else if (word === '-I' || word === '--head') found.method = 'HEAD'
    else if (!WITH_VALUE.has(word) && !MORE_WITH_VALUE.has(word)) {
      if (!word.startsWith('-') && found.url === '') found.url = word
      continue
    }
    if (word !== '-I' && word !== '--head') at += 1
  }
  const sends = found.body !== undefined || found.form
  return found.url === ''
    ? undefined
    : { ...found, method: found.method || (sends ? 'POST' : 'GET') }
}

/** `--name=value` and `-XPOST` as two words each. */
function spelledOut(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const long = /^(--[a-z-]+)=([^]*)$/.exec(word)
    if (long !== null) return [long[1] ?? '', long[2] ?? '']
    const short = /^(-[XHdFomAeub])([^]+)$/.exec(word)
    return short === null || word.startsWith('--') ? [word] : [short[1] ?? '', short[2] ?? '']
  })
}

function joinedBody(before: string | undefined, value: string, stdin: string | undefined): string {
  const text = value === '@-' ? (stdin ?? '') : value
  return before === undefined ? text : `${before}&${text}`
}

function headerName(header: string): string {
  return (header.split(':', 1)[0] ?? '').trim().toLowerCase()
}
