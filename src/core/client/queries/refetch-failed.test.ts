import { QueryClient, QueryObserver } from '@tanstack/query-core'
import { expect, test } from 'vitest'

import { refetchFailed } from './connection-query.ts'

test('what failed and what is failing are read again, what was read is not', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let locked = true
  const began: string[] = []
  let answered = () => {}
  const gate = new Promise<void>((resolve) => (answered = resolve))
  const watch = (name: string, read: () => Promise<string>) =>
    new QueryObserver(queryClient, {
      queryKey: [name],
      queryFn: () => {
        began.push(name)
        return read()
      },
    }).subscribe(() => undefined)
  const refusedWhileLocked = () => (locked ? Promise.reject(new Error('locked')) : open)
  const open = Promise.resolve('read')
  watch('failed', refusedWhileLocked)
  watch('there', () => open)
  watch('under way', () => {
    const wasLocked = locked
    return gate.then(() => (wasLocked ? Promise.reject(new Error('locked')) : open))
  })
  await expect.poll(() => queryClient.getQueryState(['failed'])?.status).toBe('error')

  locked = false
  const refetched = refetchFailed(queryClient)
  answered()
  await refetched
  for (const name of ['failed', 'there', 'under way'])
    expect(queryClient.getQueryData([name])).toBe('read')
  expect(began.toSorted()).toEqual(['failed', 'failed', 'there', 'under way', 'under way'])
})
