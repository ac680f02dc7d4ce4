import type { CodeLanguage } from './code-languages.ts'
import { codeRequest, type CodeExchange } from './code-request.ts'
import { curlCode } from './curl.ts'
import { fetchCode } from './fetch.ts'
import { javascriptCode } from './javascript.ts'
import { pythonCode } from './python.ts'
import { playwrightCode, vitestCode } from './tests/node-tests.ts'
import { pytestCode } from './tests/pytest.ts'
import type { WalletFamily } from './wallet-family.ts'

/** How the code of each language is written from a request that `codeRequest` has read. */
export const CODE_WRITERS = {
  curl: curlCode,
  python: pythonCode,
  javascript: javascriptCode,
  fetch: fetchCode,
  vitest: vitestCode,
  playwright: playwrightCode,
  pytest: pytestCode,
}

/** A request as code that repeats it; it holds no secret. `wallet` counts only where a wallet signs. */
export function requestCode(
  language: CodeLanguage,
  exchange: CodeExchange,
  wallet: WalletFamily,
): string {
  return CODE_WRITERS[language](codeRequest(exchange, wallet))
}
