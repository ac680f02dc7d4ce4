import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { readOrigin } from './api-origin.ts'

/** The API origins that the page may contact besides this service. */
export interface AllowedApiOrigins {
  list(): readonly string[]
  /** Allows one more. Kept in the data directory when there is one. */
  add(origin: string): void
}

/** The origins given at the start and those kept from before. */
export function createAllowedApiOrigins(
  directory: string | undefined,
  given: readonly string[],
): AllowedApiOrigins {
  const file = directory === undefined ? undefined : join(directory, 'api-origins.json')
  const kept = new Set(file === undefined ? [] : readKept(file))
  return {
    list: () => [...new Set([...given, ...kept])],
    add: (origin) => {
      kept.add(origin)
      if (file === undefined) return
      writeFileSync(`${file}.new`, `${JSON.stringify([...kept], null, 2)}\n`, { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}

/** Validated again: the file ends up in a security policy, and someone may have edited it. */
function readKept(file: string): string[] {
  if (!existsSync(file)) return []
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const texts = Array.isArray(kept) ? kept.filter((item) => typeof item === 'string') : []
    return texts.filter((text) => readOrigin(text).ok)
  } catch {
    return []
  }
}
