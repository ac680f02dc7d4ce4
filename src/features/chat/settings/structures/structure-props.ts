import type { JsonObject, JsonValue } from '../../../../../contract/json.ts'

/** What the form of a structure gets. */
export interface StructureProps {
  /** The wire name, with which every accessible name inside begins. */
  name: string
  /** Undefined: not sent. */
  value: JsonValue | undefined
  /** The other settings. */
  settings: JsonObject
  describedBy: string
  onChange: (value: JsonValue | undefined) => void
}
