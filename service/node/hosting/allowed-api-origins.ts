import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { readOrigin } from './api-origin.ts'

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
