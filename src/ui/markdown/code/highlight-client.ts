import { createWorker } from '../../worker-policy.ts'
import { maxHighlight } from './highlight.ts'
import type { HighlightRun } from './highlight.ts'
import type { HighlightJob, HighlightReply } from './highlight.worker.ts'
// oxlint-disable-next-line import/default -- made by Vite
import workerUrl from './highlight.worker.ts?worker&url'

/** Longest a piece of code may take, in ms; some patterns never end on some texts. */
const deadline = 1000
/** Longest the worker and a grammar may take to load, in ms. */
const loading = 15_000

type Finish = (runs: HighlightRun[] | null) => void

let worker: Worker | null = null
let queue: Promise<unknown> = Promise.resolve()
let jobs = 0

/**
 * Colours code in a worker, one piece at a time. Resolves to null when the language is unknown, the
 * code too long, or the worker too slow, in which case the worker is stopped and started anew.
 */
export function highlightInWorker(code: string, language: string): Promise<HighlightRun[] | null> {
  if (code.length > maxHighlight) return Promise.resolve(null)
  const result = queue.then(() => run({ id: (jobs += 1), code, language }))
  queue = result
  return result
}

function run(job: HighlightJob): Promise<HighlightRun[] | null> {
  return new Promise((resolve) => {
    const current = (worker ??= start())
    if (!current) {
      resolve(null)
      return
    }
    let timer = setTimeout(() => fail(), loading)
    const finish: Finish = (runs) => {
      clearTimeout(timer)
      current.removeEventListener('message', listen)
      current.removeEventListener('error', fail)
      resolve(runs)
    }
    const fail = () => {
      current.terminate()
      worker = null
      finish(null)
    }
    const listen = ({ data }: MessageEvent<HighlightReply>) => {
      if (data.id !== job.id) return
      if (data.type === 'done') finish(data.runs)
      else {
        clearTimeout(timer)
        timer = setTimeout(fail, deadline)
      }
    }
    current.addEventListener('message', listen)
    current.addEventListener('error', fail)
    current.postMessage(job)
  })
}

function start(): Worker | null {
  try {
    return createWorker(workerUrl)
  } catch {
    // Colours are a comfort: without workers code stays plain.
    return null
  }
}
