import { isLoopback } from './network.ts'

/** A base address as it is kept, or the sentence that says what is wrong with it. */
type BaseUrlReading = { ok: true; baseUrl: string; origin: string } | { ok: false; message: string }

/** Reads what a person typed as base address: https anywhere, http only on this machine. */
export function readBaseUrl(text: string): BaseUrlReading {
  const trimmed = text.trim()
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return { ok: false, message: 'Base URL must start with https:// (or http:// on this machine).' }
  if (url.username !== '' || url.password !== '')
    return { ok: false, message: 'Base URL must not contain a user name or password.' }
  if (url.search !== '' || url.hash !== '')
    return { ok: false, message: 'Base URL must not contain a query or a fragment.' }
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return { ok: false, message: 'Over http:// the key could be read on the way; use https://.' }
  return {
    ok: true,
    origin: url.origin,
    baseUrl: url.origin + url.pathname.replace(/(?<!\/)\/+$/, ''),
  }
}
