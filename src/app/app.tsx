import { ErrorBoundary } from './errors/error-boundary.tsx'
import { Layout } from './layout.tsx'

/** The whole app. */
export function App() {
  return (
    <ErrorBoundary>
      <Layout />
    </ErrorBoundary>
  )
}
