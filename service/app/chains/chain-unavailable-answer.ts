import { standardError } from '../http/http-error.ts'
import { ChainUnavailableError } from './chain-unavailable.ts'

/** Does work on a chain. @throws HttpError 503 that says why the chain cannot run, when it cannot */
export async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ChainUnavailableError)
      throw standardError(503, error.message, 'CHAIN_UNAVAILABLE')
    throw error
  }
}
