import type { Connection } from './connections.ts'

/**
 * Under which name the browser's storage keeps what belongs to one connection: what was spent, what
 * failed, the last balance. Two connections to one origin are two; one that moves to another origin is
 * another.
 */
export function connectionScope({ id, kind, baseUrl }: Connection): string {
  const { origin } = new URL(baseUrl)
  return kind === 'local' ? origin : `${origin} ${id}`
}
