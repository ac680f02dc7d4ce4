import {
  given,
  isJsonObject,
  isNestedTooDeeply,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../../../contract/json.ts'
import type { ToolDefinition } from '../../tools/tool.ts'
import type { ToolSlot } from '../conversations/conversation.ts'
import type { Preset, PresetVersion } from '../settings/preset.ts'

const HEADER: FileHeader = { format: 'playground-presets', version: 1 }
const MAX_NAME_LENGTH = 80
const MAX_PRESETS = 500

/** Fields that have a place of their own, or belong to the connection and never to a setup. */
const NOT_SETTINGS =
  /^(?:messages|model|headers|base[-_]?url|endpoint|api[-_]?key|key|authorization|password|secret|credential.*|access[-_]?token)$/i

type PresetContent = Omit<Preset, 'id' | 'createdAt'>

/** Presets from a file, and how many entries of it could not be read. */
type PresetFileReading =
  | { ok: true; presets: PresetContent[]; unreadable: number }
  | { ok: false; message: string }

/** Presets as the text of a file. It holds no key, no header and no address of an API. */
export function presetFile(presets: readonly PresetContent[]): string {
  const file = {
    ...HEADER,
    presets: presets.map(({ name, versions, ...content }) => ({
      name,
      ...written(content),
      ...(versions === undefined ? {} : { versions: versions.map(written) }),
    })),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** Reads a file of presets. Members it does not know, and hostile ones, are left out. */
export function readPresetFile(text: string): PresetFileReading {
  const file = parseExportFile(text, HEADER, 'presets')
  if (!file.ok) return file
  const entries = Array.isArray(file.value['presets']) ? file.value['presets'] : []
  const presets = entries.slice(0, MAX_PRESETS).flatMap((entry) => readPreset(entry) ?? [])
  if (presets.length === 0)
    return { ok: false, message: 'The file contains no valid preset. Nothing was imported.' }
  return { ok: true, presets, unreadable: entries.length - presets.length }
}

/** A name as it is kept: one line, not too long. */
export function presetName(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH)
}

/** The names made different from those taken and from each other: "Terse", "Terse 2". */
export function withFreeNames(
  presets: readonly PresetContent[],
  taken: Iterable<string>,
): PresetContent[] {
  const used = new Set(taken)
  return presets.map((preset) => {
    let { name } = preset
    for (let count = 2; used.has(name); count += 1) name = `${preset.name} ${count}`
    used.add(name)
    return { ...preset, name }
  })
}

/** The settings without what belongs elsewhere, such as messages or an address. */
export function settingsOnly(settings: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !NOT_SETTINGS.test(name)))
}

type Content = Omit<PresetContent, 'name' | 'versions'>

function written({ model, settings, system, toolSlots, savedAt }: Content): Content {
  return { model, settings: settingsOnly(settings), ...given({ system, toolSlots, savedAt }) }
}

function readPreset(entry: unknown): PresetContent | undefined {
  const content = readContent(entry)
  if (content === undefined || !isJsonObject(entry)) return undefined
  const { name, versions } = entry
  if (typeof name !== 'string' || presetName(name) === '') return undefined
  const former = (Array.isArray(versions) ? versions : []).flatMap((version): PresetVersion[] => {
    const read = readContent(version)
    return read === undefined ? [] : [{ ...read, savedAt: read.savedAt ?? 0 }]
  })
  return {
    name: presetName(name),
    ...content,
    ...(former.length === 0 ? {} : { versions: former }),
  }
}

function readContent(entry: unknown): Content | undefined {
  if (!isJsonObject(entry)) return undefined
  const { model, settings, system, savedAt } = entry
  const toolSlots = readToolSlots(entry['toolSlots'])
  if (typeof model !== 'string' || model.trim() === '' || !isJsonObject(settings)) return undefined
  return {
    model: model.trim(),
    settings: settingsOnly(settings),
    ...(typeof system === 'string' && system !== '' ? { system } : {}),
    ...(toolSlots.length === 0 ? {} : { toolSlots }),
    ...(typeof savedAt === 'number' ? { savedAt } : {}),
  }
}

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
type FileReading = { ok: true; value: JsonObject } | { ok: false; message: string }

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

const MAX_SLOTS = 20
const MAX_TOOLS = 128
/** Longest name of a server or a tool, in characters. */
const MAX_NAME = 200
/** Longest definition of a tool, in characters of JSON. */
const MAX_DEFINITION = 64_000

/** Slots out of a link or a file; what is not valid is left out. */
export function readToolSlots(value: unknown): ToolSlot[] {
  return (Array.isArray(value) ? value : []).slice(0, MAX_SLOTS).flatMap((slot): ToolSlot[] => {
    if (!isJsonObject(slot)) return []
    const { name, tools } = slot
    if (!isName(name) || !Array.isArray(tools)) return []
    return [{ name, tools: tools.slice(0, MAX_TOOLS).flatMap(readTool) }]
  })
}

function readTool(tool: JsonValue): ToolDefinition[] {
  if (!isJsonObject(tool) || !isBounded(tool)) return []
  const { name, description, inputSchema } = tool
  if (!isName(name) || !isJsonObject(inputSchema)) return []
  return [{ name, inputSchema, ...(typeof description === 'string' ? { description } : {}) }]
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_NAME
}

function isBounded(definition: object): boolean {
  const text = JSON.stringify(definition)
  return text.length <= MAX_DEFINITION && !isNestedTooDeeply(text)
}
