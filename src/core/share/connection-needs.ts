import type { ServerOffer } from '../storage/connection/saved-connections.ts'
import type { SharedSetup } from './setup.ts'

/**
 * What a connection has to offer for a setup, such as vision for an image in it. A link names no
 * connection: it is a slot with this wish, and who opens it fills it.
 */
export function connectionNeeds(setup: SharedSetup): ServerOffer[] {
  if (setup.area !== 'chat') return []
  const { settings, messages, attachments, toolSlots } = setup
  const hasImage =
    attachments.some(({ kind }) => kind === 'image_url') ||
    messages.some(
      ({ content }) => Array.isArray(content) && content.some(({ type }) => type === 'image_url'),
    )
  return [
    ...(hasImage ? ['vision' as const] : []),
    ...('tools' in settings || toolSlots !== undefined ? ['tools' as const] : []),
  ]
}
