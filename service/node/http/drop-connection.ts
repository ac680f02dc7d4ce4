import { setImmediate as nextTurn } from 'node:timers/promises'

import type { AppContext } from '../../app/http/app-environment.ts'

/**
 * Drops the client's connection without an end, once what was written has left. An answer that has
 * begun waits for its own headers too; one that has not is dropped without any.
 */
export async function dropConnection(
  context: AppContext,
  answer: 'begun' | 'not begun',
): Promise<void> {
  // `env` is absent when the app is called without a server.
  const outgoing = (context.env as Partial<AppContext['env']> | undefined)?.outgoing
  const socket = outgoing?.socket
  if (!outgoing || !socket) throw new Error('There is no connection to drop')
  const isPending = () =>
    (answer === 'begun' && !outgoing.headersSent) ||
    outgoing.writableLength > 0 ||
    socket.writableLength > 0
  do await nextTurn()
  while (!socket.destroyed && isPending())
  socket.destroy()
}
