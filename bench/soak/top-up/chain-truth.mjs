// @ts-check
/** @typedef {Pick<import('./bench-service.mjs').Ready, 'evm' | 'solana' | 'faucetUrl'>} Ready */

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** What the faucet gives, atomic USDC. */
const FUNDS_ATOMIC = 100_000_000n

/** Where the amount stands in a token account of Solana. */
const AMOUNT_OFFSET = 64

/**
 * How often a wallet paid, by the chain itself.
 * @param {Ready} ready
 * @param {import('./plan.mjs').ChainName} chain
 * @param {string} wallet
 * @param {bigint} priceAtomic what one payment moves
 * @returns {Promise<number>}
 */
export async function paymentsOf(ready, chain, wallet, priceAtomic) {
  if (chain === 'evm') {
    const { asset, payTo, rpcUrl } = ready.evm
    const topics = [TRANSFER, word(wallet), word(payTo)]
    const transfers = await rpc(rpcUrl, 'eth_getLogs', [
      { address: asset, fromBlock: '0x0', topics },
    ])
    return /** @type {unknown[]} */ (transfers).length
  }
  const { asset, rpcUrl } = ready.solana
  const filter = [wallet, { mint: asset }, { encoding: 'base64' }]
  const accounts = /** @type {{ value: { account: { data: [string] } }[] }} */ (
    await rpc(rpcUrl, 'getTokenAccountsByOwner', filter)
  )
  const held = accounts.value
    .map(({ account }) => Buffer.from(account.data[0], 'base64').readBigUInt64LE(AMOUNT_OFFSET))
    .reduce((sum, amount) => sum + amount, 0n)
  const moved = FUNDS_ATOMIC - held
  if (moved % priceAtomic !== 0n) throw new Error(`${wallet} moved ${moved}: no whole payments.`)
  return Number(moved / priceAtomic)
}

/** Gives a wallet $100 of test USDC. @param {Ready} ready @param {string} network @param {string} address */
export async function fund(ready, network, address) {
  const response = await fetch(ready.faucetUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ address, network }),
  })
  if (!response.ok) throw new Error(`The faucet answered ${response.status}.`)
}

/** @param {string} url @param {string} method @param {unknown[]} params @returns {Promise<unknown>} */
async function rpc(url, method, params) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = await response.json()
  if (result === undefined) throw new Error(error?.message ?? `${method} gave nothing.`)
  return result
}

/** @param {string} address @returns {string} */
function word(address) {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}
