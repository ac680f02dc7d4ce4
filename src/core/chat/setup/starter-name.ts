/** The examples of an empty chat. What each loads is fetched when it is pressed. */
export type StarterName =
  | 'Vision'
  | 'Document'
  | 'Tools'
  | 'Structured output'
  | 'Web search'
  | 'Reasoning'
  | 'Side by side'
