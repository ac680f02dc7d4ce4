import { spawn, type ChildProcess } from 'node:child_process'

import { errorCode } from '../../app/errors.ts'
import type { BridgedServer } from './bridged-server.ts'

/** One message, bytes. */
const MAX_LINE_BYTES = 16_000_000
/** What may wait for a program that does not read, bytes. */
const MAX_WAITING_BYTES = 16_000_000
/** How long a program has to end after it was asked to, ms. */
const END_MS = 2000

/** What happens in a program. */
export interface ProcessEvents {
  /** A line of its standard output, without the end of line. */
  onLine: (line: string) => void
  /** It has ended, or never began; once. */
  onEnd: (end: ProcessEnd) => void
}

/** How a program ended. */
export interface ProcessEnd {
  /** In words: `exit code 1`. */
  why: string
  /** What it wrote to its standard error, bytes. What that says is nobody's here. */
  errorBytes: number
}

/** A program that runs. */
export interface StdioProcess {
  /** Writes a line; false when it does not read what it was sent before. */
  write(line: string): boolean
  /** Ends it and all that it started. Resolves when it has ended. */
  end(why?: string): Promise<void>
  /** Ends it now, without waiting: for a process that exits itself. */
  kill(): void
}

/** Starts a program without a shell, in a process group of its own. */
export function startProcess(
  { command, args, env }: BridgedServer,
  { onLine, onEnd }: ProcessEvents,
): StdioProcess {
  const hasGroups = process.platform !== 'win32'
  const child = spawn(command, args, { env, detached: hasGroups, windowsHide: true, stdio: 'pipe' })
  let isEnded = false
  let errorBytes = 0
  let wanted: string | undefined
  let markEnded: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (markEnded = resolve))
  const end = (why: string) => {
    if (isEnded) return
    isEnded = true
    clearTimeout(lastly)
    onEnd({ why: wanted ?? why, errorBytes })
    markEnded()
  }
  let lastly: NodeJS.Timeout | undefined
  // The number of a process that has ended may be another's by now.
  const kill = (signal: NodeJS.Signals) => {
    if (!isEnded) killGroup(child, signal, hasGroups)
  }
  const askToEnd = (why?: string) => {
    if (isEnded) return ended
    wanted ??= why
    child.stdin.end()
    kill('SIGTERM')
    lastly ??= setTimeout(() => kill('SIGKILL'), END_MS)
    return ended
  }

  // What it is sent after it ended is lost; its end says so.
  child.stdin.on('error', () => undefined)
  child.stderr.on('data', (chunk: Buffer) => (errorBytes += chunk.length))
  child.stdout.on(
    'data',
    lineReader(onLine, () => void askToEnd('it sent a line of more than 16 MB')),
  )
  child.on('error', (error) => {
    if (child.pid === undefined) end(`it could not be started: ${errorCode(error) || 'unknown'}`)
  })
  // What it started may go on and keep its output open.
  child.on('exit', () => kill('SIGKILL'))
  child.on('close', (code, signal) => end(signal === null ? `exit code ${code}` : String(signal)))
  return {
    write: (line) => {
      if (isEnded || child.stdin.writableLength > MAX_WAITING_BYTES) return false
      child.stdin.write(`${line}\n`)
      return true
    },
    end: askToEnd,
    kill: () => kill('SIGKILL'),
  }
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals, hasGroups: boolean): void {
  if (pid === undefined) return
  try {
    process.kill(hasGroups ? -pid : pid, signal)
  } catch (error) {
    // Nothing of it is left; macOS refuses instead where what has ended was not collected yet.
    if (!['ESRCH', 'EPERM'].includes(errorCode(error))) throw error
  }
}

/** Cuts chunks into lines. A line that gets too long is reported, and what follows is not read. */
function lineReader(onLine: (line: string) => void, onTooLong: () => void) {
  let parts: Buffer[] = []
  let length = 0
  let isOver = false
  return (chunk: Buffer) => {
    if (isOver) return
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, at)]).toString('utf8')
      parts = []
      length = 0
      from = at + 1
      if (line.trim() !== '') onLine(line)
    }
    parts.push(chunk.subarray(from))
    length += chunk.length - from
    if (length <= MAX_LINE_BYTES) return
    isOver = true
    parts = []
    onTooLong()
  }
}
