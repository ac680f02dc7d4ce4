import { expect, it } from 'vitest'

import { createImageQueue } from './image-queue.ts'

function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

it('runs so many at once, the rest in turn, and refuses more than may wait', async () => {
  const queue = createImageQueue(2, 2)
  const { signal } = new AbortController()
  const gates = [gate(), gate(), gate(), gate()]
  const started: number[] = []
  const runs = gates.map(({ opened }, index) =>
    queue.run(async () => {
      started.push(index)
      await opened
    }, signal),
  )
  await expect(queue.run(() => Promise.resolve(), signal)).rejects.toMatchObject({ status: 503 })
  expect(started).toEqual([0, 1])
  gates[1]?.open()
  await runs[1]
  await Promise.resolve()
  expect(started).toEqual([0, 1, 2])
  for (const { open } of gates) open()
  await Promise.all(runs)
  expect(started).toEqual([0, 1, 2, 3])
})

it('gives a place up when its signal fires, and goes on after a failure', async () => {
  const queue = createImageQueue(1, 5)
  const first = gate()
  const running = queue.run(async () => {
    await first.opened
    throw new Error('broken')
  }, new AbortController().signal)
  const leaver = new AbortController()
  const left = queue.run(() => Promise.resolve('never'), leaver.signal)
  const next = queue.run(() => Promise.resolve('done'), new AbortController().signal)
  leaver.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  first.open()
  await expect(running).rejects.toThrow('broken')
  expect(await next).toBe('done')
  expect(await queue.run(() => Promise.resolve('later'), new AbortController().signal)).toBe(
    'later',
  )
})
