import type { JsonObject } from '../../../../contract/json.ts'

/** What a request has besides the conversation. */
export interface ChatSetup {
  /** The model as written in the picker, suffixes included. */
  model: string
  settings: JsonObject
  /** The system message, where there is one. */
  system?: string
}
