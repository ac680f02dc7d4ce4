import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { maxHighlight } from './highlight.ts'
import type { HighlightJob, HighlightReply } from './highlight.worker.ts'

const workers: FakeWorker[] = []

/** A worker that says it started and then answers only code that is not "slow". */
class FakeWorker extends EventTarget {
  terminated = false

  constructor() {
    super()
    workers.push(this)
  }

  postMessage({ id, code }: HighlightJob): void {
    this.reply({ id, type: 'started' })
    if (code !== 'slow') this.reply({ id, type: 'done', runs: [['hl-keyword', code.length]] })
  }

  terminate(): void {
    this.terminated = true
  }

  private reply(data: HighlightReply): void {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('location', { href: 'http://127.0.0.1/chat' })
  workers.length = 0
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('colouring code in a worker', () => {
  it('gives up after a second, stops the worker and goes on with a new one', async () => {
    const { highlightInWorker } = await import('./highlight-client.ts')
    const slow = highlightInWorker('slow', 'js')
    const quick = highlightInWorker('const', 'js')
    await vi.advanceTimersByTimeAsync(999)
    expect(workers.map(({ terminated }) => terminated)).toEqual([false])
    await vi.advanceTimersByTimeAsync(1)
    expect(await slow).toBeNull()
    expect(await quick).toEqual([['hl-keyword', 5]])
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false])
  })

  it('leaves very long code plain', async () => {
    const { highlightInWorker } = await import('./highlight-client.ts')
    expect(await highlightInWorker('a'.repeat(maxHighlight + 1), 'js')).toBeNull()
    expect(workers).toEqual([])
  })

  it('leaves code plain where no worker can be started', async () => {
    vi.stubGlobal('Worker', undefined)
    const { highlightInWorker } = await import('./highlight-client.ts')
    expect(await highlightInWorker('a', 'js')).toBeNull()
  })
})
