/** The worker scripts of the product, by file name without hash and extension. */
const workers: ReadonlySet<string> = new Set([
  'highlight.worker',
  'snippet.worker',
  'picture.worker',
  'encoding.worker',
  'validate.worker',
  'pattern.worker',
  'search.worker',
  'service-worker',
  'practice.worker',
  'cases.worker',
])

interface ScriptUrlPolicy {
  createScriptURL(url: string): string
}

interface TrustedTypesFactory {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy
}

let policy: ScriptUrlPolicy | null = null

/** Starts a module worker under the policy `pg-worker`. Throws a TypeError for any other script. */
export function createWorker(url: string | URL): Worker {
  policy ??= createPolicy()
  return new Worker(policy.createScriptURL(String(url)), { type: 'module' })
}

/** Nothing where the browser leaves it out. @throws TypeError, as createWorker, or where forbidden */
export async function registerServiceWorker(
  url: string,
): Promise<ServiceWorkerRegistration | undefined> {
  policy ??= createPolicy()
  return navigator.serviceWorker.register(policy.createScriptURL(url))
}

/** Returns the absolute URL of a built worker, or throws a TypeError. */
export function checkWorkerUrl(url: string, base: string): string {
  const parsed = URL.parse(url, base)
  const file = parsed?.pathname.split('/').at(-1) ?? ''
  const name = file.replace(/(?:-[\w-]{8})?\.(?:js|ts)$/, '')
  // A blob: URL has the origin that made it, so the scheme is compared as well.
  const { origin, protocol } = new URL(base)
  if (parsed?.origin !== origin || parsed.protocol !== protocol || !workers.has(name)) {
    throw new TypeError(`Not a worker of this application: ${url}`)
  }
  return parsed.href
}

function createPolicy(): ScriptUrlPolicy {
  const rules = { createScriptURL: (url: string) => checkWorkerUrl(url, location.href) }
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory }
  return trustedTypes?.createPolicy('pg-worker', rules) ?? rules
}
