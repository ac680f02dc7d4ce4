import { Worker } from 'node:worker_threads'

import type { DocumentReader, DocumentResult, DocumentSource } from './read-document.ts'

/** How long reading one document may take, ms. */
const DEADLINE_MS = 10_000
/** How long one page, or a document without pages, may take, ms. */
const LONGEST_SILENCE_MS = 1500
const THREADS = 2
/** A thread's heap, MB. */
const MOST_HEAP_MB = 256
/** What the process may grow by while a document is read, bytes: native memory is not the heap's. */
const MOST_GROWTH_BYTES = 600_000_000
const WATCH_EVERY_MS = 50

/** What a thread says: that it gets on, then its result. */
export type ThreadMessage = 'progress' | DocumentResult

/**
 * A reader that gives every document a thread of its own, two at a time, with limits on time, heap
 * and the growth of the process. A thread that exceeds one is ended, and the document refused.
 */
export function createDocumentThreads(
  workerUrl: URL = new URL('./document-worker.mjs', import.meta.url),
): DocumentReader {
  const waiting: (() => void)[] = []
  let running = 0
  return async (source) => {
    while (running >= THREADS) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      return await readInThread(source, workerUrl)
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}

async function readInThread(source: DocumentSource, workerUrl: URL): Promise<DocumentResult> {
  const before = process.memoryUsage.rss()
  const worker = new Worker(workerUrl, {
    workerData: source,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB, maxYoungGenerationSizeMb: 32 },
    // What a parser prints belongs to nobody.
    stdout: true,
    stderr: true,
  })
  let deadline: NodeJS.Timeout | undefined
  let silence: NodeJS.Timeout | undefined
  let watch: NodeJS.Timeout | undefined
  try {
    return await new Promise<DocumentResult>((resolve) => {
      const refuse = (message: string) => resolve({ ok: false, message })
      deadline = setTimeout(
        () => refuse(`It took longer than ${DEADLINE_MS / 1000} seconds to read.`),
        DEADLINE_MS,
      )
      watch = setInterval(() => {
        if (process.memoryUsage.rss() - before > MOST_GROWTH_BYTES) refuse(TOO_MUCH_MEMORY)
      }, WATCH_EVERY_MS)
      worker.on('message', (message: ThreadMessage) => {
        if (message !== 'progress') return resolve(message)
        clearTimeout(silence)
        silence = setTimeout(() => refuse('It takes too long to read.'), LONGEST_SILENCE_MS)
      })
      worker.on('error', (error) =>
        refuse(
          'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? TOO_MUCH_MEMORY
            : 'It is damaged and cannot be read.',
        ),
      )
      worker.on('exit', () => refuse('It is damaged and cannot be read.'))
    })
  } finally {
    clearTimeout(deadline)
    clearTimeout(silence)
    clearInterval(watch)
    await worker.terminate()
  }
}

const TOO_MUCH_MEMORY = 'It needs too much memory to read.'
