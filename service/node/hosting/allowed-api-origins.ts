import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The API origins that the page may contact besides this service. */
export interface AllowedApiOrigins {
  list(): readonly string[]
  /** Those that a person allowed, and can remove; the others were given at the start. */
  removable(): readonly string[]
  /** Allows more. Stored in the data directory when there is one. */
  add(origins: readonly string[]): void
  remove(origin: string): void
}

/** The origins given at the start and those stored before. */
export function createAllowedApiOrigins(
  directory: string | undefined,
  given: readonly string[],
): AllowedApiOrigins {
  const file = directory === undefined ? undefined : join(directory, 'api-origins.json')
  let stored = file === undefined ? [] : readStored(file)
  const store = (origins: readonly string[]) => {
    stored = [...new Set(origins)]
    if (file === undefined) return
    writeFileSync(`${file}.new`, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return {
    list: () => [...new Set([...given, ...stored])],
    removable: () => stored.filter((origin) => !given.includes(origin)),
    add: (origins) => store([...stored, ...origins]),
    remove: (origin) => store(stored.filter((other) => other !== origin)),
  }
}

/** Validated again: the file ends up in a security policy, and someone may have edited it. */
function readStored(file: string): string[] {
  if (!existsSync(file)) return []
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const texts = Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : []
    return texts.filter((text) => readOrigin(text).ok)
  } catch {
    return []
  }
}

type OriginResult = { ok: true; origin: string } | { ok: false; message: string }

const LOOPBACK_NAMES = new Set(['localhost', '[::1]'])

/** True for the host part of an address that never leaves this machine. */
function isLoopbackHost(hostname: string): boolean {
  return (
    LOOPBACK_NAMES.has(hostname) ||
    hostname.endsWith('.localhost') ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  )
}

/**
 * Reads a web origin: scheme, host and port, nothing more. Plain http is for loopback hosts only,
 * because anything else could be read and changed on the way.
 */
export function readOrigin(text: string): OriginResult {
  if (text.length > 300 || !URL.canParse(text))
    return { ok: false, message: 'it is not a URL; write it like https://api.example.com' }
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { ok: false, message: 'the URL must start with https:// or http://' }
  if (url.username !== '' || url.password !== '')
    return { ok: false, message: 'the URL must not contain a user name or password' }
  if (text !== url.origin && text !== `${url.origin}/`)
    return { ok: false, message: `use the origin only: ${url.origin}` }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    return { ok: false, message: 'http:// is for this computer only; other hosts require https://' }
  // A wildcard or a stray separator in the host would change the meaning of the page's policy.
  if (!/^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/.test(url.hostname))
    return { ok: false, message: 'the host name contains characters that are not allowed' }
  return { ok: true, origin: url.origin }
}

/** What a person was asked to approve. */
export interface Approval {
  /** Origins to allow; none on the page that lists the allowed ones. */
  origins: readonly string[]
  /** The local path to go back to. */
  returnTo: string
}

const LIFETIME_MS = 10 * 60_000
const MAX_OPEN = 100

/** Single-use tokens: only the page that asked can be answered, and only once. */
export function createApprovalTokens(now: () => number = Date.now) {
  const open = new Map<string, { approval: Approval; expiresAt: number }>()
  return {
    issue: (approval: Approval) => {
      const token = randomBytes(32).toString('base64url')
      open.set(token, { approval, expiresAt: now() + LIFETIME_MS })
      const oldest = open.size > MAX_OPEN ? open.keys().next().value : undefined
      if (oldest !== undefined) open.delete(oldest)
      return token
    },
    redeem: (token: string) => {
      const found = open.get(token)
      open.delete(token)
      return found && found.expiresAt > now() ? found.approval : undefined
    },
  }
}
