import { type LeftOut, leftOutNames } from '../import/import-report.ts'
import { type CommandWords, readCmdCommand, type Word } from './command-words.ts'
import { type CommandRequest, curlRequest, furtherRequests } from './curl-command.ts'
import { findCommand, type FoundCommand, SETS } from './find-command.ts'
import { type PowerShellWord, readPowerShellCommand } from './powershell-words.ts'
import { readShellCommand } from './shell-words.ts'

/** The request of a command, or why it can't be read, in a sentence. */
export type CommandReading =
  | { ok: true; request: CommandRequest; isCurl: boolean }
  | { ok: false; message: string }

/**
 * Reads the first command in a text that makes a request, written for bash, cmd or PowerShell; undefined
 * where there is none. What stands around it is counted in the report.
 */
export function readCommand(text: string): CommandReading | undefined {
  const found = findCommand(text)
  if (found === undefined) return undefined
  const words = READERS[found.shell](found.text)
  const isCurl = isCurlCommand(words?.words ?? [])
  const request = words && (isCurl ? curlRequest(words) : invokeRequest(words.words))
  if (words === undefined || request === undefined) return { ok: false, message: WHY[found.shell] }
  return {
    ok: true,
    isCurl,
    request: {
      ...request,
      hasCredentials: request.hasCredentials || found.before.some((line) => COOKIES.test(line)),
      leftOut: [...request.leftOut, ...around(found, words)],
    },
  }
}

const READERS: Readonly<Record<FoundCommand['shell'], (text: string) => CommandWords | undefined>> =
  {
    bash: readShellCommand,
    cmd: readCmdCommand,
    PowerShell: (text) => {
      const command = readPowerShellCommand(text)
      return command && isCurlCommand(command.words)
        ? { ...command, words: command.words.map(asProgramGetsIt) }
        : command
    },
  }

const WHY: Readonly<Record<FoundCommand['shell'], string>> = {
  bash: 'Incomplete curl command: is a quote unclosed, or the URL missing?',
  cmd: 'Incomplete curl command for Windows. Use "Copy as cURL (bash)" instead.',
  PowerShell:
    'Only text values of a PowerShell command can be read. Use "Copy as cURL (bash)" instead.',
}

function isCurlCommand(words: readonly Word[]): boolean {
  const [program, ...rest] = words
  return (
    program !== undefined &&
    /^curl(?:\.exe)?$/i.test(program.text) &&
    // `curl` is also a name of Invoke-WebRequest.
    !rest.some(({ text }) => /^-(?:Method|Uri|Body|Headers|ContentType)$/i.test(text))
  )
}

/** Windows PowerShell hands quotes on only behind backslashes, so people write them. */
function asProgramGetsIt(word: Word): Word {
  const isEscaped = (run: string) => run.endsWith('"') && run.length % 2 === 0
  const runs = word.text.match(/\\+"?|"/g)?.filter((run) => run.endsWith('"')) ?? []
  if (runs.length === 0 || !runs.every(isEscaped)) return word
  const text = word.text.replace(/\\+"?/g, (run) =>
    isEscaped(run) ? `${run.slice(run.length / 2, -1)}"` : run,
  )
  return { ...word, text }
}

/** A cookie that a browser's PowerShell command gives its session. */
const COOKIES = /\.Cookies\.Add\(/

function around(
  { before, assignments }: FoundCommand,
  { rest, straightened = 0 }: CommandWords,
): LeftOut[] {
  const sets = [...assignments, ...before.filter((line) => SETS.test(line))]
  const isCommand = (line: string) => findCommand(line.replace(/^[\s;&|]+/, '')) !== undefined
  const after = rest
    .replace(/[\\^`][ \t]*\r?\n/g, ' ')
    .split('\n')
    .filter((line) => /[^\s;&|]/.test(line))
  const further = after.filter(isCommand).length
  const lines =
    after.length - further + before.filter((line) => !SETS.test(line) && !COOKIES.test(line)).length
  const quotes = straightened === 1 ? 'typographic quote' : 'typographic quotes'
  return [
    ...furtherRequests(further),
    ...leftOutNames('variable', sets.map(variableName), "settings of a shell aren't imported"),
    ...linesAround(lines),
    ...(straightened === 0
      ? []
      : [{ count: straightened, what: quotes, why: 'plain ones are in their place' }]),
  ]
}

function variableName(line: string): string {
  const assignment = line.replace(/^\s*(?:(?:export|setx?|declare)\s+)?["']?/i, '')
  return /^\$?[\w:.]{1,100}/.exec(assignment)?.[0] ?? ''
}

/** What a report says of lines around a request. */
export function linesAround(count: number): LeftOut[] {
  const what = count === 1 ? 'line around the request' : 'lines around the request'
  return count === 0 ? [] : [{ count, what }]
}

/**
 * What `Invoke-WebRequest` and `Invoke-RestMethod` would send, with their values given as texts and tables;
 * undefined where a value is made in another way, such as by a variable.
 */
function invokeRequest(words: readonly PowerShellWord[]): CommandRequest | undefined {
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

function isVariable({ text, unknown }: Word): boolean {
  return unknown.length === 1 && unknown[0] === text
}
