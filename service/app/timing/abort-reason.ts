/** The reason of an abort; a client that hung up gives only a text, which nothing would catch. */
export function abortReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
