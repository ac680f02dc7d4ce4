const MAX_EVENT_CHARS = 10_000_000

/** The `data` of each event in a byte stream of server-sent events; comments and other fields are skipped. */
export async function* eventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let data: string[] = []
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true })
    if (rest.length > MAX_EVENT_CHARS)
      throw new Error('The upstream server sent an event without end')
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield data.join('\n')
        data = []
      } else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
    }
  }
}
