/** An event of a stream, with ms since the request was sent. */
export interface TimedEvent {
  at: number
  event?: string
  data: string
}

/** A server-sent event as it stands on the wire. */
export function eventText({ event, data }: Omit<TimedEvent, 'at'>): string {
  const name = event === undefined ? '' : `event: ${event}\n`
  return `${name}data: ${data.replaceAll('\n', '\ndata: ')}\n\n`
}
