import './styles.css'
// Before whatever makes an id.
import './app/random-uuid.ts'
import { options } from 'preact'
import { createRoot } from 'react-dom/client'

// Before whatever takes time.
import './app/practice/start-early.ts'
import { ErrorBoundary } from './app/errors/error-boundary.tsx'
import { Layout } from './app/layout.tsx'
import { start } from './app/start.ts'

// Effects are done before the next event: a key must never find the state of the key before it.
options.requestAnimationFrame = queueMicrotask

start()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <ErrorBoundary>
      <Layout />
    </ErrorBoundary>,
  )
