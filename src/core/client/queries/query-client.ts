import { QueryClient } from '@tanstack/react-query'

/**
 * The cache of everything the API was asked for. Queries name it themselves (`useQuery(options,
 * queryClient)`), so that the first screen loads without it.
 */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchOnWindowFocus: false } },
})
