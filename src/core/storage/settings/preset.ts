import type { JsonObject } from '../../../../contract/json.ts'
import type { ToolSlot } from '../conversations/conversation.ts'

/** A setup under a name: what a request holds besides the conversation. Never a key or an address. */
export interface Preset extends PresetContent {
  id: string
  name: string
  /** Unix ms. */
  createdAt: number
  /** When its content was saved, Unix ms; absent for one that was never changed. */
  savedAt?: number
  /** What it was before, newest first. */
  versions?: readonly PresetVersion[]
}

/** What a preset was at a time. */
export interface PresetVersion extends PresetContent {
  /** Unix ms. */
  savedAt: number
}

interface PresetContent {
  /** The model as written in the picker, suffixes included. */
  model: string
  /** Request fields as they were set, tools among them; unset fields are absent. */
  settings: JsonObject
  /** The system message, where the setup has one. */
  system?: string
  /** Tool servers that it was made with, without where they are. */
  toolSlots?: readonly ToolSlot[]
}
