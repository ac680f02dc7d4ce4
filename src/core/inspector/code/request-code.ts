import type { Exchange } from '../../client/exchanges/exchange.ts'
import type { CodeLanguage } from './code-languages.ts'
import { codeRequest } from './code-request.ts'
import { curlCode } from './curl.ts'
import { fetchCode } from './fetch.ts'
import { javascriptCode } from './javascript.ts'
import { pythonCode } from './python.ts'
import type { WalletFamily } from './wallet-family.ts'

/** How the code of each language is written from a request that `codeRequest` has read. */
export const CODE_WRITERS = {
  curl: curlCode,
  python: pythonCode,
  javascript: javascriptCode,
  fetch: fetchCode,
}

/** A request as code that repeats it; it holds no secret. `wallet` counts only where a wallet signs. */
export function requestCode(
  language: CodeLanguage,
  exchange: Pick<Exchange, 'protocol' | 'request' | 'headers'>,
  wallet: WalletFamily,
): string {
  return CODE_WRITERS[language](codeRequest(exchange, wallet))
}
