import { setImmediate as nextTurn } from 'node:timers/promises'

import type { AppContext } from './app-environment.ts'

/** Drops the client's connection without an end, once what was written has left. */
export async function dropConnection(context: AppContext): Promise<void> {
  // `env` is absent when the app is called without a server.
  const outgoing = (context.env as Partial<AppContext['env']> | undefined)?.outgoing
  const socket = outgoing?.socket
  if (!outgoing || !socket) throw new Error('There is no connection to drop')
  while (!socket.destroyed && (outgoing.writableLength > 0 || socket.writableLength > 0))
    await nextTurn()
  socket.destroy()
}
