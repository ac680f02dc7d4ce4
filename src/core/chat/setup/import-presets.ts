import type { World } from '../../client/world.ts'
import { readPresetFile, withFreeNames } from '../../storage/files/preset-file.ts'
import type { Preset } from '../../storage/settings/preset.ts'
import { listPresets, savePresets } from '../../storage/settings/presets.ts'

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
