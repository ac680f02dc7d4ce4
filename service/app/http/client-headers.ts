import type { AppContext } from './app-environment.ts'

/** Headers that an answer carries because the client sent them, and what makes one worth returning. */
const ECHOED = {
  'x-vendor-request-timestamp-ms': /^\d{1,15}$/,
  'x-vendor-middleface-version': /^[\w.+-]{1,40}$/,
  'x-vendor-mobile-version': /^[\w.+-]{1,40}$/,
}

/**
 * The headers of clients that say their version or track time (contract, "Other response headers").
 * How a client says so is not shown: here by the header of the same name. Whoever sends a timestamp
 * is told ours.
 */
export function clientHeaders(context: AppContext, now: number): Record<string, string> {
  const echoed = Object.entries(ECHOED).flatMap(([name, form]) => {
    const value = context.req.header(name)
    return value !== undefined && form.test(value) ? [[name, value]] : []
  })
  const headers: Record<string, string> = Object.fromEntries(echoed)
  return 'x-vendor-request-timestamp-ms' in headers
    ? { ...headers, 'x-vendor-timestamp': new Date(now).toISOString() }
    : headers
}
