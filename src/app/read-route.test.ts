import { expect, test } from 'vitest'

import { readRoute } from './read-route.ts'

test.each([
  ['/', { area: '/chat' }],
  ['/chat', { area: '/chat' }],
  ['/chat/', { area: '/chat' }],
  ['/chat/0b9f-12', { area: '/chat', conversationId: '0b9f-12' }],
  ['/wallet', { area: '/wallet' }],
  ['/image', { area: '/image' }],
  ['/evaluate', { area: '/evaluate' }],
  ['/explore', { area: '/explore' }],
])('%s leads to an area', (path, route) => expect(readRoute(path)).toEqual(route))

test.each(['/chats', '/wallet/1', '/chat/a/b', '/chat/%3Cscript%3E', '/Chat'])(
  '%s leads nowhere',
  (path) => expect(readRoute(path)).toBeUndefined(),
)
