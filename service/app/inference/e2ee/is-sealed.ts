import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { AppContext } from '../../http/app-environment.ts'

/** The headers of a request that is sealed end to end. */
export const SEALED_HEADERS = {
  clientKey: 'x-vendor-tee-client-pub-key',
  modelKey: 'x-vendor-tee-model-pub-key',
  algorithm: 'x-vendor-tee-signing-algo',
} as const

/** Whether a request is sealed: one without these headers, or with `enable_e2ee: false`, passes as it is. */
export function isSealed(context: AppContext, request: ChatRequest): boolean {
  const hasHeader = Object.values(SEALED_HEADERS).some(
    (name) => context.req.header(name) !== undefined,
  )
  return hasHeader && request.vendor_parameters?.enable_e2ee !== false
}
