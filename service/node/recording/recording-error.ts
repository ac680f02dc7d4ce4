/** A recording can't be written or read; the message is one readable line. */
export class RecordingError extends Error {}
