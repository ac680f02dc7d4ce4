import { HttpError } from '../../http/http-error.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { prepareRequest, understandRequest, type PreparedRequest } from './prepare-request.ts'

/**
 * The built-in models on the direct routes of one imaginary provider. Only between these are
 * `fallbacks` forwarded; for all other models they are ignored (contract, `fallbacks`).
 */
const DIRECT_ROUTE_MODELS: ReadonlySet<string> = new Set([
  'sandbox-chat',
  'sandbox-fast',
  'sandbox-large',
  'sandbox-busy',
])

/** Whether a model is on the direct routes. */
export function isOnDirectRoute(modelId: string): boolean {
  return DIRECT_ROUTE_MODELS.has(modelId)
}

/**
 * The same request for each of its `fallbacks`, in order. Those that are not on the direct routes,
 * or cannot take the request, are left out.
 */
export async function* fallbacksOf(
  { generation }: PreparedRequest,
  catalogue: Catalogue,
): AsyncGenerator<PreparedRequest> {
  const { request, received, model, inputs } = generation
  if (!isOnDirectRoute(model.id)) return
  for (const fallback of request.fallbacks ?? []) {
    try {
      const understood = await understandRequest(
        { ...received, model: fallback.model },
        catalogue,
        generation.likeProvider,
      )
      const prepared = await prepareRequest(understood, inputs)
      if (isOnDirectRoute(prepared.generation.model.id))
        yield { ...prepared, router: `fallback=${model.id}` }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
    }
  }
}

/** Whether a failure means that the model has no capacity now, so that another may be tried. */
export function isBusy(error: unknown): boolean {
  return error instanceof HttpError && error.status === 503
}
