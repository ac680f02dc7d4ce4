import type { Incoming } from '../body/response-body.ts'

/** A line of an event stream, after a byte order mark and blank lines; no JSON begins like that. */
const FIRST_LINE = /^\uFEFF?\s*(?:(?:data|event|id|retry)?:|(?:data|event|id|retry)[\r\n])/
/** So many bytes say enough, blank lines before them included. */
const ENOUGH_BYTES = 64

/**
 * Whether a response is an event stream: by its content type, and otherwise by how its body begins, since servers
 * and proxies label streams as JSON, as text, or not at all. `incoming` is to be read from then on.
 */
export async function isEventStream(
  incoming: Incoming,
): Promise<{ isStream: boolean; incoming: Incoming }> {
  const { response } = incoming
  const type = response.headers.get('content-type') ?? ''
  if (/^text\/event-stream\b/i.test(type.trim())) return { isStream: true, incoming }
  if (response.body === null) return { isStream: false, incoming }
  const reader = response.body.getReader()
  const pieces: Uint8Array[] = []
  let text = ''
  let end: 'open' | 'done' | { error: unknown } = 'open'
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (let bytes = 0; bytes < ENOUGH_BYTES && !/\S[^\r\n]*[\r\n:]|\S{8}/.test(text);) {
    const piece = await reader.read().catch((error: unknown) => ({ error }))
    if ('error' in piece) end = piece
    else if (piece.done) end = 'done'
    if ('error' in piece || piece.done) break
    pieces.push(piece.value)
    bytes += piece.value.byteLength
    text += decoder.decode(piece.value, { stream: true }).slice(0, ENOUGH_BYTES)
  }
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const first = pieces.shift()
      if (first !== undefined) return controller.enqueue(first)
      if (typeof end === 'object') return controller.error(end.error)
      if (end === 'done') return controller.close()
      const piece = await reader.read()
      if (piece.done) controller.close()
      else controller.enqueue(piece.value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  const { status, headers } = response
  const again = { ...incoming, response: new Response(body, { status, headers }) }
  return { isStream: FIRST_LINE.test(text), incoming: again }
}
