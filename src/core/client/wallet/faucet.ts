import { isJsonObject } from '../../../../contract/json.ts'

/**
 * Asks the local service for test USDC, as much as it gives unless there is an `amount` (micro-USD). Gives the
 * sentence that says why not, or nothing.
 */
export async function requestFaucet(
  faucetUrl: string,
  wish: { address: string; network: string; amount?: number },
): Promise<string | undefined> {
  const response = await fetch(faucetUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(wish),
  }).catch(() => undefined)
  if (response === undefined) return "The local service didn't respond."
  if (response.ok) return undefined
  const body: unknown = await response.json().catch(() => undefined)
  const error = isJsonObject(body) ? body['error'] : undefined
  return typeof error === 'string' ? error : `The faucet returned ${response.status}.`
}
