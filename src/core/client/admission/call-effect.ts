import type { ApiCall } from '../request.ts'

/** What a call does to the money or the account, as far as its path tells. */
export type CallEffect = 'read' | 'billed' | 'unknown' | 'removes'

/** Operations that are paid per call, with a key or with a wallet. */
const BILLED =
  /^\/(?:chat|completions|responses|embeddings|image|images|audio|video|augment|crypto\/rpc)(?:\/|$)/

/** Operations that change nothing, though they are sent with a body. */
const FREE = /^\/(?:x402\/top-up|(?:video|audio)\/retrieve)$/

/** Operations that remove what a job made. */
const REMOVES = /^\/(?:video|audio)\/complete$/

/** What a call does to money or account. The path may hold a query. */
export function callEffect(method: ApiCall['method'], path: string): CallEffect {
  const [route = ''] = path.split('?', 1)
  if (method === 'GET') return 'read'
  if (method === 'DELETE') return 'removes'
  if (FREE.test(route)) return 'read'
  if (REMOVES.test(route)) return 'removes'
  return BILLED.test(route) ? 'billed' : 'unknown'
}
