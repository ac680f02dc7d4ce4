/** The examples, in the order they are offered. What each loads is fetched when it is pressed. */
export const STARTER_NAMES = [
  'Tools',
  'Structured output',
  'Vision',
  'Side by side',
  'Web search',
  'Document',
  'Reasoning',
] as const

export type StarterName = (typeof STARTER_NAMES)[number]
