/** Where a path leads. */
export interface Route {
  /** The path of an area: "/chat". */
  area: string
  /** From `/chat/:conversationId`. */
  conversationId?: string
}

/** Where the areas of the app are. */
export const AREA_PATHS: ReadonlySet<string> = new Set([
  '/chat',
  '/image',
  '/evaluate',
  '/wallet',
  '/explore',
])

/** Reads a path of the page; `/` is the chat, undefined means there is nothing there. */
export function readRoute(pathname: string): Route | undefined {
  const path = pathname.replace(/(?<!\/)\/+$/, '')
  if (path === '') return { area: '/chat' }
  if (AREA_PATHS.has(path)) return { area: path }
  const conversationId = /^\/chat\/([\w-]{1,64})$/.exec(path)?.[1]
  return conversationId === undefined ? undefined : { area: '/chat', conversationId }
}
