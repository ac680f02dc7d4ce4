import { GlobalWindow } from 'happy-dom'
import { type Environment, populateGlobal } from 'vitest/runtime'

/** What Node has itself, and what the service in this process is asked with: happy-dom's would not fit it. */
const OF_NODE = [
  'fetch Request Response Headers AbortController AbortSignal ReadableStream WritableStream TransformStream',
  'Blob File FormData URL URLSearchParams TextEncoder TextDecoder structuredClone performance',
  'setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate queueMicrotask',
].flatMap((names) => names.split(' '))

/** A document for tests of components: happy-dom's window around the globals of Node. */
const environment: Environment = {
  name: 'page',
  viteEnvironment: 'client',
  setup: (global: Record<string, unknown>) => {
    const ofNode = Object.fromEntries(OF_NODE.map((name) => [name, global[name]]))
    const window = new GlobalWindow({ width: 1280, height: 800, url: 'http://127.0.0.1:1/' })
    const { keys, originals } = populateGlobal(global, window, { bindFunctions: true })
    Object.assign(global, ofNode)
    return {
      teardown: async () => {
        await window.happyDOM.abort()
        // What a page began may end after it, and React then asks the window which event it is of.
        for (const key of keys) if (key !== 'window') Reflect.deleteProperty(global, key)
        for (const [key, value] of originals) global[String(key)] = value
      },
    }
  },
}

// oxlint-disable-next-line import/no-default-export -- Vitest asks for it.
export default environment
