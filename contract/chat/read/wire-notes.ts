/** What a server does in a way of its own, in words for somebody who debugs an integration. */
export const WIRE_NOTES = {
  tool_index_shifted: 'This server numbers tool calls from 1.',
  tool_index_repeated: 'This server gives several tool calls the same index.',
  tool_index_negative: 'This server gives a tool call an index below 0.',
  tool_index_missing: 'This server gives tool calls no index.',
  tool_id_missing: 'This server gives a tool call no id; one was made up here.',
  tool_arguments_object: 'This server sends tool arguments as JSON, not as text.',
  finish_reason_empty: 'This server sends an empty finish_reason before the end.',
  finish_reason_missing: 'This server gave no finish_reason.',
  usage_partial: 'This server left out token counts.',
  events_unparted: 'This server parts events by one line break instead of two.',
  stream_unlabeled: 'This server streams events under another content type.',
  whole_labeled_stream: 'This server labels a whole response as an event stream.',
  open_after_end: 'This server kept the connection open after [DONE].',
  nested_deeply: 'A part of the response was nested too deeply and is left out.',
} as const
export type WireNote = keyof typeof WIRE_NOTES

/** All of them, for what is read from a file. */
export const WIRE_NOTE_NAMES = Object.keys(WIRE_NOTES) as [WireNote, ...WireNote[]]
