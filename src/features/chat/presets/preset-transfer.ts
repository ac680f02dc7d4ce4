import {
  presetFile,
  readPresetFile,
  withFreeNames,
} from '../../../core/storage/files/preset-file.ts'
import type { Preset } from '../../../core/storage/settings/preset.ts'
import { listPresets, savePresets } from '../../../core/storage/settings/presets.ts'
import { pickFile } from '../../../ui/pick-file.ts'
import { fileName, saveFile } from '../../../ui/save-file.ts'

/** A file of presets larger than this is none, bytes. */
const MAX_BYTES = 5_000_000

/** Saves presets as a file that another browser can import. */
export function exportPresets(presets: readonly Preset[]): void {
  const [first] = presets
  const name = presets.length === 1 && first !== undefined ? fileName(first.name, 'preset') : 'all'
  saveFile(`presets-${name}.json`, new Blob([presetFile(presets)], { type: 'application/json' }))
}

/**
 * Lets a person choose a file and adds its presets; names that are taken get a number. Gives a
 * sentence about what came of it; undefined when no file was chosen.
 */
export async function importPresets(): Promise<string | undefined> {
  const file = await pickFile('application/json,.json')
  if (file === undefined) return undefined
  if (file.size > MAX_BYTES) return 'The file is over 5 MB, so it is no file of presets.'
  const reading = readPresetFile(await file.text())
  if (!reading.ok) return reading.message
  const taken = (await listPresets()).map(({ name }) => name)
  const now = Date.now()
  const presets = withFreeNames(reading.presets, taken).map((content): Preset => ({
    ...content,
    id: crypto.randomUUID(),
    createdAt: now,
  }))
  await savePresets(presets)
  const added = presets.length === 1 ? '1 preset added' : `${presets.length} presets added`
  return reading.unreadable === 0 ? `${added}.` : `${added}, ${reading.unreadable} not readable.`
}
