import { countedCharge } from '../../../../contract/money.ts'
import { isWalletRead } from '../../../../contract/wallet/balance.ts'
import { networkOf, type PaymentNetwork } from '../../../../contract/wallet/networks.ts'
import {
  type Authorization,
  TRANSFER_WITH_AUTHORIZATION,
  usdcDomain,
} from '../../../../contract/wallet/payment/payment-payload.ts'
import { mintSignIn, parseSignInText, signInText } from '../../../../contract/wallet/sign-in.ts'
import type { PocketAccount, PocketSpend } from '../../storage/pocket/pocket-records.ts'
import type { EvmKey, SolanaKey } from '../local-key/local-key.ts'
import { isOutdated, spendProblem, spentToday } from './limits.ts'
import type { Pocket } from './pocket-account.ts'
import { PocketFault, storedPocket } from './pocket-fault.ts'
import type { PocketKey } from './pocket-keys.ts'

/*
 * What a pocket account signs without a prompt. Nothing here trusts who asks: each is taken apart, built anew from
 * the account and from constants, and signed only if it comes out the same.
 */

/** How far the time in a sign-in may be from now, ms. */
const MAX_SKEW_MS = 60_000

/** How long a payment may be valid from now, seconds: what an offer may ask for, and a minute. */
const MAX_VALID_SECONDS = 960

/** The network of an account, from our constants. */
export function networkOfAccount({ networkId }: PocketAccount): PaymentNetwork {
  const network = networkOf(networkId)
  if (network?.id !== networkId) throw new PocketFault('not_allowed')
  return network
}

/**
 * The request that a text signs in for, at the account's own API, now. Behind a relay it may name `upstream` in place
 * of the page's origin, once a person agreed to that. Throws a {@link PocketFault}.
 */
export function allowedSignIn(
  account: PocketAccount,
  text: string,
  { nowMs, upstream }: { nowMs: number; upstream?: string | undefined },
): { url: string } {
  const fields = parseSignInText(text)
  const issuedMs = Date.parse(fields?.issuedAt ?? '')
  if (
    fields === undefined ||
    !URL.canParse(fields.uri) ||
    ![account.origin, upstream].includes(new URL(fields.uri).origin) ||
    !/^[0-9a-f]{32}$/.test(fields.nonce) ||
    !(Math.abs(nowMs - issuedMs) <= MAX_SKEW_MS)
  )
    throw new PocketFault('not_allowed')
  const expected = mintSignIn({
    url: fields.uri,
    address: account.address,
    network: networkOfAccount(account),
    nowMs: issuedMs,
    nonce: fields.nonce,
  })
  if (signInText(expected) !== text) throw new PocketFault('not_allowed')
  return { url: account.origin + new URL(fields.uri).pathname }
}

/** Reads of the account's own balance and transactions at its API, which cost nothing. */
export function isFree({ baseUrl, address }: PocketAccount, url: string): boolean {
  return isWalletRead(url, baseUrl, address)
}

/** The amount that an authorization moves, micro-USD, from the account to `payTo`. Throws a {@link PocketFault}. */
export function allowedAuthorization(
  account: PocketAccount,
  { from, to, value, validAfter, validBefore, nonce }: Authorization,
  { payTo, nowMs }: { payTo: string | undefined; nowMs: number },
): number {
  const now = Math.floor(nowMs / 1000)
  const amount = Number(value)
  if (
    payTo === undefined ||
    from !== account.address ||
    !/^0x[0-9a-fA-F]{40}$/.test(to) ||
    to.toLowerCase() !== payTo.toLowerCase() ||
    to.toLowerCase() === from.toLowerCase() ||
    !/^[1-9]\d{0,15}$/.test(value) ||
    !Number.isSafeInteger(amount) ||
    validAfter !== '0' ||
    !/^\d{1,12}$/.test(validBefore) ||
    Number(validBefore) <= now ||
    Number(validBefore) > now + MAX_VALID_SECONDS ||
    !/^0x[0-9a-f]{64}$/.test(nonce)
  )
    throw new PocketFault('not_allowed')
  return amount
}

/** The amount that a transaction moves, micro-USD, from the account to `payTo`. Rejects with a {@link PocketFault}. */
export async function allowedTransaction(
  account: PocketAccount,
  bytes: Uint8Array,
  payTo: string | undefined,
): Promise<{ amountMicroUsd: number; feePayer: string; createsAccount: boolean }> {
  const { readUsdcTransfer } = await import('../chain/usdc-transfer.ts')
  const { asset } = networkOfAccount(account)
  const transfer =
    payTo === undefined || payTo === account.address
      ? undefined
      : readUsdcTransfer(bytes, { payer: account.address, payTo, mint: asset })
  // Its own lamports are nobody's fee.
  if (transfer === undefined || transfer.amountAtomic <= 0 || transfer.feePayer === account.address)
    throw new PocketFault('not_allowed')
  const { amountAtomic, feePayer, createsAccount = false } = transfer
  return { amountMicroUsd: amountAtomic, feePayer, createsAccount }
}

/**
 * Counts an amount against the limits before anything is signed for it, over all tabs. What is not known counts as
 * much as one request may cost. Rejects, with nothing counted, where a limit would be passed.
 */
export async function reserveSpend(
  { world, store }: Pocket,
  account: PocketAccount,
  kind: PocketSpend['kind'],
  maxMicroUsd: number | undefined,
): Promise<{ settle: (microUsd: number | undefined) => Promise<void> }> {
  const id = world.crypto.randomUUID()
  const isInMemory = store.getState().inMemory.includes(account.id)
  const fault = await storedPocket(
    world.storage.reservePocketSpend(account.id, (stored, spends) => {
      const current = stored ?? (isInMemory ? account : undefined)
      if (current === undefined) return { refusal: new PocketFault('gone') }
      const at = world.now()
      const microUsd = countedCharge(maxMicroUsd, current.limits.perRequestMicroUsd)
      const over = spendProblem(current.limits, spends, { kind, at, microUsd })
      if (over !== undefined) return { refusal: new PocketFault(over) }
      const spend = { id, accountId: account.id, kind, at, microUsd, isSettled: false }
      const outdated = spends.filter((one) => isOutdated(one, at)).map((one) => one.id)
      return { spend, outdated }
    }),
  )
  if (fault !== undefined) throw fault
  return {
    // What is not known, or is no charge, stays the maximum; so does what can't be written.
    settle: async (charged) => {
      const microUsd = countedCharge(charged, undefined)
      if (microUsd !== undefined) await storedPocket(world.storage.settlePocketSpend(id, microUsd))
    },
  }
}

/** What an account signed for within 24 hours, micro-USD. */
export async function pocketSpending(
  { world }: Pocket,
  id: string,
): Promise<{ requestsMicroUsd: number; topUpsMicroUsd: number }> {
  const spends = await storedPocket(world.storage.listPocketSpends(id))
  const now = world.now()
  return {
    requestsMicroUsd: spentToday(spends, 'request', now),
    topUpsMicroUsd: spentToday(spends, 'top-up', now),
  }
}

/** Signs an authorization that was checked, over our constants for its network. */
export function signAuthorization(
  key: EvmKey,
  account: PocketAccount,
  { from, to, value, validAfter, validBefore, nonce }: Authorization,
): Promise<string> {
  const network = networkOfAccount(account)
  if (network.family !== 'evm') throw new PocketFault('not_allowed')
  return key.signTypedData({
    domain: usdcDomain(network),
    types: TRANSFER_WITH_AUTHORIZATION,
    primaryType: 'TransferWithAuthorization',
    message: {
      from,
      to,
      value: BigInt(value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      nonce,
    },
  })
}

/** The key of an account that is unlocked; throws a {@link PocketFault} where it isn't. */
export function openedKey({ keys }: Pocket, { id }: PocketAccount): PocketKey {
  const key = keys.get(id)
  if (key === undefined) throw new PocketFault('locked')
  return key
}

/** The same, of an account on an EVM network. */
export function evmKeyOf(pocket: Pocket, account: PocketAccount): EvmKey {
  const opened = openedKey(pocket, account)
  if (opened.family !== 'evm') throw new PocketFault('not_allowed')
  return opened.key
}

/** The same, of an account on Solana. */
export function solanaKeyOf(pocket: Pocket, account: PocketAccount): SolanaKey {
  const opened = openedKey(pocket, account)
  if (opened.family !== 'solana') throw new PocketFault('not_allowed')
  return opened.key
}
