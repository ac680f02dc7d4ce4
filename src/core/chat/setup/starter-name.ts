/** The starters, in the order they are offered. What each loads is fetched when it is pressed. */
export const STARTER_NAMES = [
  'Vision',
  'Document',
  'Tools',
  'Structured output',
  'Web search',
  'Reasoning',
  'Side by side',
] as const

export type StarterName = (typeof STARTER_NAMES)[number]
