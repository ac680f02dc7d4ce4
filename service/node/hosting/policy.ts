import { createHash } from 'node:crypto'

/** The policy of the page's HTML (what each line is for: docs). `origins` are what may be contacted besides its own. */
export function pagePolicy(importMapHash: string | undefined, origins: readonly string[]): string {
  const scripts = importMapHash === undefined ? "'self'" : `'self' '${importMapHash}'`
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    // Spelled out: without it Firefox applies the page's policy to what wallet extensions inject.
    `script-src-elem ${scripts}`,
    "script-src-attr 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob: data:",
    `connect-src ${["'self'", ...origins].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types pg-worker',
    'report-to csp',
  ].join('; ')
}

/** The policy of scripts that browsers start as workers; for pages' scripts it means nothing. */
export const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"

/** The worker that runs what people wrote as answer of a tool: it may evaluate, and reach nothing. */
const SNIPPET_WORKER = /^\/assets\/snippet\.worker-[\w-]{8}\.js$/
export const SNIPPET_WORKER_POLICY = "default-src 'none'; script-src 'unsafe-eval'"

/** Sent with a script; browsers apply it where the script starts a worker, and only there. */
export function scriptPolicy(path: string): string {
  return SNIPPET_WORKER.test(path) ? SNIPPET_WORKER_POLICY : WORKER_POLICY
}

/** The policy of the page that asks for an API origin: its forms may be sent, nothing may run. */
export const APPROVAL_POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

/** The other headers of the page's HTML. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Reporting-Endpoints': 'csp="/__csp"',
  // Wallets of some makers answer from a popup, which plain same-origin would cut off.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy':
    'camera=(), microphone=(self), geolocation=(), payment=(), usb=(), serial=(), hid=(), clipboard-read=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  'Origin-Agent-Cluster': '?1',
}

/** The policy source of the page's single inline script, its import map: `sha256-…`. Undefined when the page has none. */
export function importMapHash(html: string): string | undefined {
  const map = /<script\b[^<>]*\btype="importmap"[^<>]*>([^]*?)<\/script>/.exec(html)?.[1]
  return map === undefined
    ? undefined
    : `sha256-${createHash('sha256').update(map, 'utf8').digest('base64')}`
}
