import { afterEach, beforeEach, vi } from 'vitest'

/** A worker of a test: it answers by what it was told to, one turn later. */
export class FakeWorker extends EventTarget {
  terminated = false
  readonly #answer: (worker: FakeWorker, message: unknown) => void

  constructor(answer: (worker: FakeWorker, message: unknown) => void) {
    super()
    this.#answer = answer
  }

  postMessage(message: unknown): void {
    this.#answer(this, message)
  }

  terminate(): void {
    this.terminated = true
  }

  /** Sends a message to the page, unless it is terminated by then. */
  reply(data: unknown): void {
    queueMicrotask(() => {
      if (!this.terminated) this.dispatchEvent(new MessageEvent('message', { data }))
    })
  }

  crash(): void {
    queueMicrotask(() => this.dispatchEvent(new Event('error')))
  }
}

/**
 * Puts such workers in the place of the browser's own in every test of a file, with a clock that is
 * set by hand. Gives the workers that the present test has started.
 */
export function fakeWorkers<Message>(
  answer: (worker: FakeWorker, message: Message) => void,
): readonly FakeWorker[] {
  const workers: FakeWorker[] = []
  beforeEach(() => {
    workers.length = 0
    vi.useFakeTimers()
    vi.stubGlobal('location', { href: 'http://127.0.0.1/chat' })
    vi.stubGlobal(
      'Worker',
      class extends FakeWorker {
        constructor() {
          super((worker, message) => answer(worker, message as Message))
          workers.push(this)
        }
      },
    )
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return workers
}
