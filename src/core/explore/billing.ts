import type { ApiMethod } from '../client/request.ts'

/** What a call does to the money or the account, as far as its path tells. */
export type CallEffect = 'read' | 'billed' | 'unknown' | 'removes'

/** Operations that are paid per call, with a key or with a wallet. */
const BILLED =
  /^\/(?:chat|completions|responses|embeddings|image|images|audio|video|augment|crypto\/rpc)(?:\/|$)/

/** Operations that change nothing, though they are sent with a body. */
const FREE = /^\/x402\/top-up$/

/** What a call does to money or account. The path may hold a query. */
export function callEffect(method: ApiMethod, path: string): CallEffect {
  const [route = ''] = path.split('?', 1)
  if (method === 'GET') return 'read'
  if (method === 'DELETE') return 'removes'
  if (FREE.test(route)) return 'read'
  return BILLED.test(route) ? 'billed' : 'unknown'
}

/** The sentence that stands beside the button before it is pressed; none for a read. */
export function effectInWords(effect: CallEffect): string | undefined {
  switch (effect) {
    case 'read':
      return undefined
    case 'billed':
      return 'Billed per request.'
    case 'removes':
      return 'This deletes data and may be irreversible.'
    case 'unknown':
      return 'This may change data or be billed.'
  }
}
