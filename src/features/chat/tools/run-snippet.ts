import { createWorker } from '../../../ui/worker-policy.ts'
import type { SnippetJob, SnippetReply } from './snippet.worker.ts'
// oxlint-disable-next-line import/default -- made by Vite
import workerUrl from './snippet.worker.ts?worker&url'

/** What a snippet gave: the text of the result, or what went wrong in words. */
export type SnippetOutcome = { ok: true; text: string } | { ok: false; message: string }

/** Longest the worker may take to load, in ms. */
const LOADING_MS = 15_000

/** Longest result, in characters: a result is a message, not a file. */
const MAX_CHARACTERS = 1_000_000

/**
 * Runs a snippet in a worker of its own, which is ended afterwards and at the latest after
 * `seconds`. It has the arguments of the call and nothing of this page.
 */
export function runSnippet(job: SnippetJob, seconds: number): Promise<SnippetOutcome> {
  return new Promise((resolve) => {
    let worker: Worker
    try {
      worker = createWorker(workerUrl)
    } catch {
      resolve({ ok: false, message: 'This browser does not start workers here.' })
      return
    }
    const finish = (outcome: SnippetOutcome) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(outcome)
    }
    const giveUp = (message: string) => () => finish({ ok: false, message })
    let timer = setTimeout(giveUp('The worker could not be loaded.'), LOADING_MS)
    worker.addEventListener('error', giveUp('The worker could not be started.'))
    worker.addEventListener('message', ({ data }: MessageEvent<SnippetReply>) => {
      if (data.type === 'ready') {
        clearTimeout(timer)
        timer = setTimeout(
          giveUp(`The snippet was stopped: it ran longer than ${seconds} s.`),
          seconds * 1000,
        )
        worker.postMessage(job)
      } else finish(outcomeOf(data))
    })
  })
}

function outcomeOf(reply: Exclude<SnippetReply, { type: 'ready' }>): SnippetOutcome {
  if (reply.type === 'failed') return { ok: false, message: `The snippet failed: ${reply.message}` }
  return reply.text.length <= MAX_CHARACTERS
    ? { ok: true, text: reply.text }
    : { ok: false, message: `The result is longer than ${MAX_CHARACTERS} characters.` }
}
