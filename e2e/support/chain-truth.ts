import type { Page } from '@playwright/test'

interface Ready {
  appUrl: string
  evm: { network: string; asset: string; payTo: string; rpcUrl: string }
  faucetUrl: string
}

/** What the local EVM chain itself says: how many USDC transfers went from a wallet to the service. */
export async function transfersOf(page: Page, ready: Ready, from: string): Promise<bigint[]> {
  const response = await page.request.post(ready.evm.rpcUrl, {
    data: {
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getLogs',
      params: [
        {
          address: ready.evm.asset,
          fromBlock: '0x0',
          toBlock: 'latest',
          topics: [
            '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
            word(from),
            word(ready.evm.payTo),
          ],
        },
      ],
    },
  })
  const { result } = (await response.json()) as { result: { data: string }[] }
  return result.map(({ data }) => BigInt(data))
}

/** Gives a wallet $100 of test USDC. */
export async function fund(page: Page, ready: Ready, address: string): Promise<void> {
  const response = await page.request.post(ready.faucetUrl, {
    data: { address, network: ready.evm.network },
  })
  if (!response.ok()) throw new Error(`The faucet answered ${response.status()}.`)
}

function word(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}
