import { isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import type { Preset, PresetVersion } from '../settings/preset.ts'
import { parseExportFile, type FileHeader } from './import-json.ts'
import { readToolSlots } from './tool-slots.ts'

const HEADER: FileHeader = { format: 'playground-presets', version: 1 }
const MAX_NAME_LENGTH = 80
const MAX_PRESETS = 500

/** Fields that have a place of their own, or belong to the connection and never to a setup. */
const NOT_SETTINGS =
  /^(?:messages|model|headers|base[-_]?url|endpoint|api[-_]?key|key|authorization|password|secret|credential.*|access[-_]?token)$/i

/** What a preset is made of, without its place in this browser. */
export type PresetContent = Omit<Preset, 'id' | 'createdAt'>

/** Presets from a file, and how many entries of it could not be read. */
export type PresetFileReading =
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
  return {
    model,
    settings: settingsOnly(settings),
    ...(system === undefined ? {} : { system }),
    ...(toolSlots === undefined ? {} : { toolSlots }),
    ...(savedAt === undefined ? {} : { savedAt }),
  }
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
