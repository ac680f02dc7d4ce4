import { setImmediate as nextTurn } from 'node:timers/promises'

import type { Http2Bindings, HttpBindings } from '@hono/node-server'

import type { Connection } from '../../app/http/connection.ts'

type Bindings = HttpBindings | Http2Bindings

/** A connection of Node's server, as the service sees it. */
export class NodeConnection implements Connection {
  readonly #incoming: Bindings['incoming']
  readonly #outgoing: Bindings['outgoing']
  #isDropped = false

  constructor({ incoming, outgoing }: Bindings) {
    this.#incoming = incoming
    this.#outgoing = outgoing
  }

  get remoteAddress(): string | undefined {
    return this.#incoming.socket.remoteAddress
  }

  get headerCount(): number {
    return this.#incoming.rawHeaders.length / 2
  }

  get body(): Connection['body'] {
    if (this.#incoming.complete) return 'complete'
    return this.#incoming.destroyed ? 'gone' : 'arriving'
  }

  onBodyEnd(run: () => void): void {
    this.#incoming.once('end', run)
  }

  onBodyClose(run: () => void): void {
    this.#incoming.once('close', run)
  }

  onClose(run: () => void): void {
    if (this.#outgoing.destroyed) run()
    else this.#outgoing.once('close', run)
  }

  /** Whether the service dropped it, as opposed to the client. */
  get isDropped(): boolean {
    return this.#isDropped
  }

  async drop(answer: 'begun' | 'not begun'): Promise<void> {
    const outgoing = this.#outgoing
    const { socket } = outgoing
    if (!socket) throw new Error('No connection to drop')
    this.#isDropped = true
    const isPending = () =>
      (answer === 'begun' && !outgoing.headersSent) ||
      outgoing.writableLength > 0 ||
      socket.writableLength > 0
    do await nextTurn()
    while (!socket.destroyed && isPending())
    socket.destroy()
  }
}
