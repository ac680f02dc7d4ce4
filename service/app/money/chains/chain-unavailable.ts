import { standardError } from '../../http/http-error.ts'

/** An embedded chain cannot run here; the message is one readable line. */
export class ChainUnavailableError extends Error {}

/** Does work on a chain. @throws HttpError 503 that says why the chain cannot run, when it cannot */
export async function withChainErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ChainUnavailableError)
      throw standardError(503, error.message, 'CHAIN_UNAVAILABLE')
    throw error
  }
}
