import './styles.css'
// Before whatever makes an id.
import './app/random-uuid.ts'
import { createRoot } from 'react-dom/client'

import { startEarly } from './app/practice/start-early.ts'
import { takeOver } from './app/shell/take-over.tsx'
import { start } from './app/start.ts'

// Before whatever takes time.
startEarly()
start()

const container = document.getElementById('root')
// What a boundary catches, it reports itself.
const options = { onCaughtError: () => undefined }
if (container) void takeOver(container, createRoot(container, options))
