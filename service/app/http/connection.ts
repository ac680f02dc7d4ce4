/** The connection that a request came by. A request from within the same program has none. */
export interface Connection {
  readonly remoteAddress: string | undefined
  /** How many headers the request has, with those that were dropped for being too many. */
  readonly headerCount: number
  /** What has become of the body: it still arrives, is here as a whole, or never will be. */
  readonly body: 'arriving' | 'complete' | 'gone'
  /** Runs once when the body is here as a whole. */
  onBodyEnd(run: () => void): void
  /** Runs once when nothing more will arrive. */
  onBodyClose(run: () => void): void
  /** Runs once when the connection is done with the answer; now, when it is already. */
  onClose(run: () => void): void
  /**
   * Drops the connection without an end, once what was written has left. An answer that has begun
   * waits for its own headers too; one that has not is dropped without any.
   */
  drop(answer: 'begun' | 'not begun'): Promise<void>
}
