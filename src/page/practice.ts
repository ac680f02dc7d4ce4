// oxlint-disable-next-line import/default -- Vite gives the URL of the worker
import workerUrl from '../../service/page/practice.worker.ts?worker&url'
import { createPortFetch } from '../core/practice/port-fetch.ts'
import { createWorker } from '../ui/worker-policy.ts'

let started: typeof fetch | undefined

/** Starts the service that runs in this page, in a worker, unless it runs. Returns what sends requests to it. */
export function startPractice(): typeof fetch {
  started ??= createPortFetch((onGone) => {
    const worker = createWorker(workerUrl)
    worker.addEventListener('error', ({ message }) => {
      worker.terminate()
      onGone(`The practice service in this page stopped. ${message}`.trim())
    })
    return worker
  })
  return started
}
