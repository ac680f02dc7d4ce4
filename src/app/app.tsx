import { ErrorBoundary } from './error-boundary.tsx'
import { Layout } from './layout.tsx'

/** The whole app. */
export function App() {
  return (
    <ErrorBoundary>
      <Layout />
    </ErrorBoundary>
  )
}
