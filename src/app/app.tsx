import { QueryClient, QueryClientProvider } from '@tanstack/react-query'

import { ErrorBoundary } from './error-boundary.tsx'
import { Layout } from './layout.tsx'

const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchOnWindowFocus: false } },
})

/** The whole app. */
export function App() {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Layout />
      </QueryClientProvider>
    </ErrorBoundary>
  )
}
