import './styles.css'
// Before whatever makes an id.
import './app/random-uuid.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './app/app.tsx'
import { start } from './app/start.ts'
import { ChunkLoadError } from './ui/feedback/lazy-component.ts'

start()

const root = document.getElementById('root')
if (root)
  createRoot(root, {
    onCaughtError: (error) => {
      // What could not be fetched is said on the page, and the browser has logged it.
      if (!(error instanceof ChunkLoadError)) reportError(error)
    },
  }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
