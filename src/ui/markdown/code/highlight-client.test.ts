import { beforeEach, describe, expect, it, vi } from 'vitest'

import { fakeWorkers } from '../../testing/fake-workers.ts'
import type { JobMessage } from '../../workers/job-client.ts'
import { maxHighlight } from './highlight.ts'
import type { HighlightJob } from './highlight.worker.ts'

/** Begins, and then answers only code that is not "slow". */
const workers = fakeWorkers<JobMessage<HighlightJob>>((worker, { job: { code } }) => {
  worker.reply({ type: 'begun' })
  if (code !== 'slow') worker.reply({ type: 'result', result: [['hl-keyword', code.length]] })
})

beforeEach(() => {
  vi.resetModules()
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
