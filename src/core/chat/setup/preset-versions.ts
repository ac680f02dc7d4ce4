import type { Preset, PresetVersion } from '../../storage/settings/preset.ts'
import type { ChatSetup } from './chat-setup.ts'

/**
 * The preset with another content: what it had is kept as a version, newest first. The same content leaves it as
 * it is.
 */
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
  return {
    model,
    settings,
    ...(system === undefined ? {} : { system }),
    ...(toolSlots === undefined ? {} : { toolSlots }),
  }
}
