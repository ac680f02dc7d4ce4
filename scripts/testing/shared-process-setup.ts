import { afterAll, vi } from 'vitest'

const globals = Object.getOwnPropertyDescriptors(globalThis)

// Each file leaves its process to the next one with the globals that it found.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  // Those with `__` are Vitest's.
  const own = (name: string) => !name.startsWith('__')
  for (const name of Object.getOwnPropertyNames(globalThis).filter(own))
    if (!Object.hasOwn(globals, name)) Reflect.deleteProperty(globalThis, name)
  for (const [name, before] of Object.entries(globals))
    if (own(name)) Object.defineProperty(globalThis, name, before)
})
