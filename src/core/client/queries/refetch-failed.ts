import type { QueryClient } from '@tanstack/query-core'

/** Reads again what is on the screen and failed, or is about to: its request began before the cause was gone. */
export async function refetchFailed(queryClient: QueryClient): Promise<void> {
  const underWay = queryClient
    .getQueryCache()
    .findAll({ type: 'active', fetchStatus: 'fetching' })
    .flatMap(({ promise }) => promise ?? [])
  await Promise.allSettled(underWay)
  await queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error',
  })
}
