import { given } from '../../../../contract/json.ts'
import type { World } from '../../client/world.ts'
import { readPresetFile, withFreeNames } from '../../storage/files/preset-file.ts'
import type { Preset, PresetVersion } from '../../storage/settings/preset.ts'
import { listPresets, savePresets } from '../../storage/settings/presets.ts'
import type { ChatSetup } from './chat-setup.ts'

/** A file of presets larger than this is none, bytes. */
const MAX_BYTES = 5_000_000

/** Adds the presets of a file; names that are taken get a number. Returns what came of it, in words. */
export async function importPresets(
  { random, clock }: Pick<World, 'random' | 'clock'>,
  file: Blob,
): Promise<string> {
  if (file.size > MAX_BYTES) return 'File too large. Preset files have up to 5 MB.'
  const reading = readPresetFile(await file.text())
  if (!reading.ok) return reading.message
  const taken = (await listPresets()).map(({ name }) => name)
  const createdAt = clock.now()
  const presets = withFreeNames(reading.presets, taken).map((content): Preset => ({
    ...content,
    id: random.uuid(),
    createdAt,
  }))
  await savePresets(presets)
  const added = presets.length === 1 ? '1 preset added' : `${presets.length} presets added`
  return reading.unreadable === 0
    ? `${added}.`
    : `${added}, ${reading.unreadable} skipped as unreadable.`
}

/** The preset with another content: what it had is kept as a version, newest first. */
export function withContent(preset: Preset, setup: ChatSetup, now: number): Preset {
  const { id, name, createdAt, versions = [] } = preset
  const former = contentOf(preset)
  if (JSON.stringify(former) === JSON.stringify(contentOf(setup))) return preset
  return {
    id,
    name,
    createdAt,
    savedAt: now,
    ...contentOf(setup),
    versions: [{ ...former, savedAt: preset.savedAt ?? createdAt }, ...versions],
  }
}

/** All contents of a preset, newest first: the one in use, then its versions. */
export function versionsOf(preset: Preset): PresetVersion[] {
  const { createdAt, savedAt = createdAt, versions = [] } = preset
  return [{ ...contentOf(preset), savedAt }, ...versions]
}

/** What is told apart by, in an order that does not depend on where it came from. */
function contentOf({ model, settings, system, toolSlots }: ChatSetup): ChatSetup {
  return { model, settings, ...given({ system, toolSlots }) }
}
