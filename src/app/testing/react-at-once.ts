/*
 * React shows what it waited for only 300 ms after its last placeholder, so that a person sees no flicker.
 * Nobody looks here, so it waits for nothing; it takes its timer once, as it is loaded.
 */
const later = globalThis.setTimeout
globalThis.setTimeout = ((run: () => void) => later(run)) as typeof setTimeout
const { createRoot } = await import('react-dom/client')
globalThis.setTimeout = later

export { createRoot }
