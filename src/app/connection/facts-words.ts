import { unreadWords } from '../../../contract/models/model.ts'
import type { ServerFacts, ServerOffer } from '../../core/storage/connection/saved-connections.ts'

const ABLE: Partial<Record<ServerOffer, string>> = {
  vision: 'vision',
  tools: 'tools',
  reasoning: 'reasoning',
  search: 'web search',
}

/** What a server can do, and what its list leaves open, one sentence each. */
export function factsWords({ models, unread = 0, offers }: ServerFacts): string[] {
  if (models === undefined) return ['No model list: any model ID can be entered.']
  const able = offers.flatMap((offer) => ABLE[offer] ?? [])
  const count = models === 1 ? '1 model' : `${models} models`
  return [
    (able.length > 0 ? `${count}: ${able.join(', ')}.` : `${count}, capabilities not listed.`) +
      unreadWords(unread),
    ...(offers.includes('prices') ? [] : ['No prices: costs are unknown.']),
    ...(offers.includes('context') ? [] : ['No context lengths.']),
  ]
}
