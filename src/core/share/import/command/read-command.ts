import { leftOutNames, type LeftOut } from '../import-report.ts'
import { readCmdCommand } from './cmd-words.ts'
import type { CommandWords, Word } from './command-words.ts'
import type { CommandRequest } from './curl-command.ts'
import { curlRequest, furtherRequests } from './curl-command.ts'
import { findCommand, SETS, type FoundCommand } from './find-command.ts'
import { invokeRequest } from './invoke-command.ts'
import { readPowerShellCommand } from './powershell-words.ts'
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

/** What stands before and after the command. */
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
