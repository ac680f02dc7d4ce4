import { parseJson, type JsonObject, type JsonValue } from '../../../../contract/json.ts'

/** Keys that would reach into how objects work, wherever the value is copied to later. */
const HOSTILE = new Set(['__proto__', 'constructor', 'prototype'])
/** Deeper than this nothing real is nested. */
const MAX_DEPTH = 64

/** Text of a file as JSON without hostile keys; undefined when it is not JSON or nested absurdly. */
function readForeignJson(text: string): JsonValue | undefined {
  try {
    return withoutHostileKeys(parseJson(text), 0)
  } catch {
    return undefined
  }
}

function withoutHostileKeys(value: JsonValue, depth: number): JsonValue {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deeply')
  if (Array.isArray(value)) return value.map((item) => withoutHostileKeys(item, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).flatMap(([key, member]): [string, JsonValue][] =>
    HOSTILE.has(key) || member === undefined ? [] : [[key, withoutHostileKeys(member, depth + 1)]],
  )
  return Object.fromEntries(kept) as JsonObject
}

/** What every file that the playground writes says about itself. */
export interface FileHeader {
  format: string
  version: number
}

/** A file of the playground's own, or a sentence that says why it is not read. */
export type FileReading = { ok: true; value: JsonObject } | { ok: false; message: string }

/**
 * Reads the text of a file that should be in one of the playground's formats, at the version this
 * page knows. `what` names it for people: "presets".
 */
export function parseExportFile(text: string, header: FileHeader, what: string): FileReading {
  const value = readForeignJson(text)
  if (value === undefined)
    return { ok: false, message: 'The file is not JSON. Nothing was imported.' }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject || value['format'] !== header.format)
    return {
      ok: false,
      message: `Not a file of ${what}: "format" is not "${header.format}". Nothing was imported.`,
    }
  const { version } = value
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return { ok: false, message: 'The file has no version. Nothing was imported.' }
  if (version > header.version)
    return {
      ok: false,
      message: `File version ${version} is newer than this page (${header.version}). Update, then import it again.`,
    }
  return { ok: true, value }
}
