import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { errorMessage } from '../../app/errors.ts'
import type {
  DocumentReader,
  DocumentResult,
  DocumentSource,
} from '../../app/inference/documents/document-reader.ts'
import type { InstallPart } from '../part-installer.ts'
import { needsParser } from './read-document.ts'

/** How long reading one document may take, ms. */
export interface ReadingTimes {
  deadlineMs: number
  /**
   * What one page, or a document without pages, may take of processor time: a machine that is busy
   * with other things refuses nothing for it.
   */
  silenceMs: number
  /** The same by the clock, where the system does not tell the processor time. */
  silenceByClockMs: number
}

const READING_TIMES: ReadingTimes = { deadlineMs: 10_000, silenceMs: 1300, silenceByClockMs: 3000 }
const PROCESSES = 2
const MAX_HEAP_MB = 256
/** All its memory, KiB: what is native is not the heap's. */
const MAX_RESIDENT_KIB = 600_000
const WATCH_EVERY_MS = 50

/** What a process says: that it gets on, then its result. */
export type DocumentMessage = 'progress' | DocumentResult

/**
 * A reader that gives every document a process of its own, two at a time, with limits on time and
 * memory and without the environment, which holds keys. A process that exceeds a limit is ended and its
 * document refused; the memory it took was never the service's.
 */
export function createDocumentProcesses(
  workerUrl: URL = new URL('./document-worker.mjs', import.meta.url),
  times: ReadingTimes = READING_TIMES,
  installPart?: InstallPart,
): DocumentReader {
  const waiting: (() => void)[] = []
  let running = 0
  return async (source) => {
    if (installPart !== undefined && needsParser(source.bytes))
      try {
        await installPart('documents')
      } catch (error) {
        return { ok: false, message: errorMessage(error) }
      }
    while (running >= PROCESSES) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      return await readInProcess(source, workerUrl, times)
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}

async function readInProcess(
  source: DocumentSource,
  workerUrl: URL,
  { deadlineMs, silenceMs, silenceByClockMs }: ReadingTimes,
): Promise<DocumentResult> {
  const child = fork(fileURLToPath(workerUrl), [], {
    env: {},
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`, '--max-semi-space-size=16'],
    // What a parser prints belongs to nobody.
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })
  let deadline: NodeJS.Timeout | undefined
  let watch: NodeJS.Timeout | undefined
  try {
    return await new Promise<DocumentResult>((resolve) => {
      const refuse = (message: string) => resolve({ ok: false, message })
      deadline = setTimeout(
        () => refuse(`It took longer than ${deadlineMs / 1000} seconds to read.`),
        deadlineMs,
      )
      let sign = { at: performance.now(), cpuMs: 0 }
      watch = setInterval(() => {
        const use = processUse(child.pid)
        const isSilent =
          use === undefined
            ? performance.now() - sign.at > silenceByClockMs
            : use.cpuMs - sign.cpuMs > silenceMs
        if (isSilent) refuse('Reading it timed out.')
        else if (use !== undefined && use.residentKiB > MAX_RESIDENT_KIB) refuse(TOO_MUCH_MEMORY)
      }, WATCH_EVERY_MS)
      child.on('message', (message: DocumentMessage) => {
        if (message !== 'progress') return resolve(message)
        sign = { at: performance.now(), cpuMs: processUse(child.pid)?.cpuMs ?? 0 }
      })
      child.on('error', () => refuse("It can't be read now."))
      // A heap that is full ends the process by SIGABRT.
      child.on('exit', (_code, signal) =>
        refuse(signal === 'SIGABRT' ? TOO_MUCH_MEMORY : 'It is damaged and cannot be read.'),
      )
      // A process that was ended takes nothing more; its exit says why.
      child.stdin?.on('error', () => undefined)
      child.send({ name: source.name }, () => undefined)
      child.stdin?.end(source.bytes)
    })
  } finally {
    clearTimeout(deadline)
    clearInterval(watch)
    child.kill('SIGKILL')
  }
}

const TOO_MUCH_MEMORY = 'It needs too much memory to read.'

/** The clock of `/proc`, ms. */
const TICK_MS = 10

interface ProcessUse {
  /** Processor time of all its threads. */
  cpuMs: number
  residentKiB: number
}

/** What a process uses; undefined where the system does not tell (it is not Linux), or tells no more. */
export function processUse(pid: number | undefined): ProcessUse | undefined {
  try {
    // The name in brackets may hold anything; the state and the numbers follow it.
    const [, numbers = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(/\) (?=\w )/)
    const fields = numbers.split(' ')
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return {
      cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
      residentKiB: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0),
    }
  } catch {
    return undefined
  }
}
