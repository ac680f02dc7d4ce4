import './styles.css'
// Before whatever makes an id.
import './app/random-uuid.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './app/app.tsx'
import { start } from './app/start.ts'

start()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
