import type { AppContext } from './app-environment.ts'

/** Drops the connection that a request came by, see `Connection.drop`. */
export async function dropConnection(
  context: AppContext,
  answer: 'begun' | 'not begun',
): Promise<void> {
  // `env` is absent when the app is called without a connection.
  const connection = (context.env as Partial<AppContext['env']> | undefined)?.connection
  if (!connection) throw new Error('No connection to drop')
  await connection.drop(answer)
}
