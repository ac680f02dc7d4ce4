import type { ImageRun } from '../../storage/images/image-run.ts'

/** A finished run for tests, with whatever a test wants otherwise. */
export function testRun(change: Partial<ImageRun> = {}): ImageRun {
  return {
    id: 'run',
    batchId: 'batch',
    startedAt: 0,
    state: 'done',
    source: { kind: 'url', url: 'https://example.com/a.png' },
    fields: { prompt: 'warm' },
    transport: 'json',
    headers: [],
    providerName: 'vendor',
    ...change,
  }
}
