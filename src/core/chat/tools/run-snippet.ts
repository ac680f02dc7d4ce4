/** What a snippet is to do. */
export interface SnippetJob {
  /** The body of an async function of `args`. */
  code: string
  /** The arguments of the call. */
  args: unknown
  /** A result that is a text is JSON too, so that it can be told from other results. */
  asJson?: boolean
}

/** `ready`: loaded, so that loading is not counted as work; `unsealed`: code could reach the network, none is run. */
export type SnippetReply =
  | { type: 'ready' }
  | { type: 'unsealed' }
  | { type: 'done'; text: string }
  | { type: 'failed'; message: string }

/** What a snippet returned: the text of the result, or what went wrong in words. `isUnsealed`: it was not run. */
export type SnippetOutcome =
  | { ok: true; text: string }
  | { ok: false; message: string; isUnsealed?: true }

const UNSEALED: SnippetOutcome = {
  ok: false,
  message: 'Code needs the local service: this host has no policy that keeps it off the network.',
  isUnsealed: true,
}

const LOADING_MS = 15_000

/** Longest result, in characters: a result is a message, not a file. */
const MAX_CHARACTERS = 1_000_000

/**
 * Runs a snippet in a worker of its own, which is ended afterwards and at the latest after
 * `seconds`. It has the arguments of the call and nothing of this page.
 */
export function runSnippet(
  createWorker: () => Worker,
  job: SnippetJob,
  seconds: number,
): Promise<SnippetOutcome> {
  return new Promise((resolve) => {
    let worker: Worker
    try {
      worker = createWorker()
    } catch {
      resolve({ ok: false, message: "Your browser doesn't allow workers here." })
      return
    }
    const finish = (outcome: SnippetOutcome) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(outcome)
    }
    const fail = (message: string) => () => finish({ ok: false, message })
    let timer = setTimeout(fail("Couldn't load the worker."), LOADING_MS)
    worker.addEventListener('error', fail("Couldn't start the worker."))
    worker.addEventListener('message', ({ data }: MessageEvent<SnippetReply>) => {
      if (data.type === 'ready') {
        clearTimeout(timer)
        const stopped = fail(`The snippet timed out after ${seconds} s.`)
        timer = setTimeout(stopped, seconds * 1000)
        worker.postMessage(job)
      } else if (data.type === 'unsealed') finish(UNSEALED)
      else finish(outcomeOf(data))
    })
  })
}

function outcomeOf(reply: Extract<SnippetReply, { type: 'done' | 'failed' }>): SnippetOutcome {
  if (reply.type === 'failed') return { ok: false, message: `The snippet failed: ${reply.message}` }
  return reply.text.length <= MAX_CHARACTERS
    ? { ok: true, text: reply.text }
    : {
        ok: false,
        message: `The result is longer than ${MAX_CHARACTERS.toLocaleString('en-US')} characters.`,
      }
}
