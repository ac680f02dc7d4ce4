import { decodeBase58 } from '../../encoding/base58.ts'
import { decodeBase64Json } from '../../encoding/bytes.ts'
import { canonicalJson } from '../../json-text.ts'
import { isJsonObject, type JsonObject } from '../../json.ts'
import { MAX_TOP_UP_MICRO_USD } from '../../limits/sizes.ts'
import { presentMembers } from '../../validation.ts'
import { PAYMENT_NETWORKS, type PaymentNetwork } from '../networks.ts'
import type { SignedStatement } from './offer-receipt.ts'
import {
  type PaymentRequired,
  paymentRequiredSchema,
  type PaymentRequirement,
  paymentRequirementSchema,
} from './payment-required.ts'

/** A way to pay that passed every check: only such a one is ever signed. */
export interface PaymentOffer {
  readonly network: PaymentNetwork
  /** EVM address, or Solana owner. */
  readonly payTo: string
  /** The advertised amount, atomic USDC: the least that may be paid. */
  readonly minimumAtomic: number
  /** How long a signature is good for, seconds. */
  readonly timeoutSeconds: number
  /** The account that pays the network fee; always there on Solana, never elsewhere. */
  readonly feePayer?: string
  /** The memo that the service wants in the transaction. */
  readonly memo?: string
  /** The entry as it came: it is echoed in the payment. */
  readonly requirement: PaymentRequirement
  /** The declaration of the service that a payment may have an identifier, see `declaredIdentifier`. */
  readonly identifier?: JsonObject
  /** These terms as the service signed them, where it did. */
  readonly signedOffer?: SignedStatement
}

interface OfferProblem {
  readonly field: string
  readonly found: string
  readonly expected: string
}

export type OfferReading =
  | { readonly ok: true; readonly offer: PaymentOffer }
  | {
      readonly ok: false
      /** The chain it names, when that is one we know. */
      readonly network: PaymentNetwork | undefined
      readonly problems: readonly OfferProblem[]
    }

/** How long a signature may be good for, seconds. */
const TIMEOUT_SECONDS = { least: 60, usual: 300, most: 900 } as const

/** Longest entry that is read, characters of JSON. */
const MAX_ENTRY_CHARS = 4096

/** Longest memo that Solana's x402 scheme allows, bytes. */
const MAX_MEMO_BYTES = 256

/**
 * Validates one entry of `accepts` against the allow-list: scheme `exact`, a chain and its USDC as we know
 * them, the token's own EIP-712 name, a plain EIP-3009 transfer, and a recipient that is an address.
 * Whatever else a service writes there, it is never signed: what is signed is built from our constants.
 * `allowed` narrows the chains further. Never throws.
 */
export function readPaymentOffer(
  value: unknown,
  allowed: readonly PaymentNetwork[] = PAYMENT_NETWORKS,
): OfferReading {
  const entry = isJsonObject(value) ? own(value) : undefined
  const named = typeof entry?.['network'] === 'string' ? entry['network'] : undefined
  const network = allowed.find(({ id }) => id === named)
  const refuse = (...problems: OfferProblem[]): OfferReading => ({ ok: false, network, problems })

  if (entry === undefined) return refuse(problem('accepts', value, 'an object'))
  if (sizeOf(entry) > MAX_ENTRY_CHARS)
    return refuse({
      field: 'accepts',
      found: 'too long',
      expected: `at most ${MAX_ENTRY_CHARS} characters`,
    })
  if (network === undefined)
    return refuse(
      problem('network', entry['network'], allowed.map(({ id }) => id).join(' or ') || 'none'),
    )
  const extra = isJsonObject(entry['extra']) ? own(entry['extra']) : {}
  const requirement = paymentRequirementSchema.safeParse(
    entry['extra'] === undefined || isJsonObject(entry['extra']) ? { ...entry, extra } : entry,
  ).data
  const problems = [
    ...commonProblems(presentMembers(entry), network),
    ...(network.family === 'evm'
      ? evmProblems(presentMembers(extra), network.domain)
      : solanaProblems(presentMembers(extra))),
  ]
  if (requirement === undefined && problems.length === 0)
    problems.push(problem('accepts', 'unreadable', 'a payment requirement'))
  if (requirement === undefined || problems.length > 0) return refuse(...problems)
  const { feePayer, memo } = requirement.extra ?? {}
  return {
    ok: true,
    offer: {
      network,
      payTo: requirement.payTo,
      minimumAtomic: Number(requirement.amount),
      timeoutSeconds: clampedTimeout(requirement.maxTimeoutSeconds),
      ...(network.family === 'solana' && feePayer !== undefined && { feePayer }),
      ...(network.family === 'solana' && memo !== undefined && { memo }),
      requirement,
    },
  }
}

function commonProblems(entry: Record<string, unknown>, network: PaymentNetwork): OfferProblem[] {
  const { scheme, asset, amount, maxAmountRequired, payTo, maxTimeoutSeconds } = entry
  const isSameAsset =
    typeof asset === 'string' &&
    (network.family === 'evm'
      ? asset.toLowerCase() === network.asset.toLowerCase()
      : asset === network.asset)
  const isAddress =
    typeof payTo === 'string' &&
    (network.family === 'evm' ? isEvmAddress(payTo) : isSolanaAddress(payTo))
  return [
    ...(scheme === 'exact' ? [] : [problem('scheme', scheme, 'exact')]),
    ...(isSameAsset ? [] : [problem('asset', asset, `${network.asset} (USDC)`)]),
    ...(maxAmountRequired === undefined
      ? []
      : [problem('maxAmountRequired', maxAmountRequired, 'absent: version 2 names it amount')]),
    ...(isAmount(amount)
      ? []
      : [problem('amount', amount, `an integer of atomic USDC up to ${MAX_TOP_UP_MICRO_USD}`)]),
    ...(isAddress ? [] : [problem('payTo', payTo, `an address on ${network.name}`)]),
    ...(isAddress && String(payTo).toLowerCase() === network.asset.toLowerCase()
      ? [problem('payTo', payTo, "an address other than the token's")]
      : []),
    ...(maxTimeoutSeconds === undefined || isPositive(maxTimeoutSeconds)
      ? []
      : [problem('maxTimeoutSeconds', maxTimeoutSeconds, 'a positive number of seconds')]),
  ]
}

function evmProblems(
  extra: Record<string, unknown>,
  { name, version }: { readonly name: string; readonly version: string },
): OfferProblem[] {
  return [
    ...(extra['name'] === name ? [] : [problem('extra.name', extra['name'], name)]),
    ...(extra['version'] === version ? [] : [problem('extra.version', extra['version'], version)]),
    ...oneOf('extra.assetTransferMethod', extra['assetTransferMethod'], 'eip3009'),
    ...oneOf('extra.paymentFlow', extra['paymentFlow'], 'authorization'),
  ]
}

function solanaProblems(extra: Record<string, unknown>): OfferProblem[] {
  const { feePayer, memo, assetTransferMethod } = extra
  const isMemo =
    memo === undefined ||
    (typeof memo === 'string' &&
      memo !== '' &&
      new TextEncoder().encode(memo).length <= MAX_MEMO_BYTES)
  return [
    ...(typeof feePayer === 'string' && isSolanaAddress(feePayer)
      ? []
      : [problem('extra.feePayer', feePayer, 'the account that pays the network fee')]),
    ...(isMemo ? [] : [problem('extra.memo', memo, `a string of at most ${MAX_MEMO_BYTES} bytes`)]),
    ...(assetTransferMethod === undefined
      ? []
      : [problem('extra.assetTransferMethod', assetTransferMethod, 'absent')]),
    ...oneOf('extra.paymentFlow', extra['paymentFlow'], 'authorization'),
  ]
}

function oneOf(field: string, value: unknown, expected: string): OfferProblem[] {
  return value === undefined || value === expected
    ? []
    : [problem(field, value, `absent or ${expected}`)]
}

/** True for `0x` and 40 hex digits that are not all zero. */
function isEvmAddress(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(text) && !/^0x0{40}$/.test(text)
}

/** True for base58 of exactly 32 bytes that are not all zero. */
function isSolanaAddress(text: string): boolean {
  const bytes = text.length <= 44 ? decodeBase58(text) : undefined
  return bytes?.length === 32 && bytes.some((byte) => byte !== 0)
}

function isAmount(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^[1-9]\d{0,11}$/.test(value) &&
    Number(value) <= MAX_TOP_UP_MICRO_USD
  )
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

function clampedTimeout(seconds: number | undefined): number {
  const { least, usual, most } = TIMEOUT_SECONDS
  return Math.min(most, Math.max(least, Math.floor(seconds ?? usual)))
}

/** Own members only: nothing inherited may stand in for what is absent. */
function own(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value))
}

function sizeOf(value: unknown): number {
  try {
    return JSON.stringify(value)?.length ?? 0
  } catch {
    return Infinity
  }
}

function problem(field: string, value: unknown, expected: string): OfferProblem {
  return { field, found: shown(value), expected }
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value)
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}

/** How the `PAYMENT-REQUIRED` header of a 402 compares with its body. */
export type HeaderAgreement =
  /** The same ways to pay. */
  | 'same'
  /** No header that a page may read: the body counts. */
  | 'no header'
  | 'unreadable header'
  /** They name different ways to pay: neither may be used. */
  | 'different'

/** Compares the ways to pay in a `PAYMENT-REQUIRED` header with those in the body. */
export function compareWithHeader(
  body: PaymentRequired,
  header: string | undefined,
): HeaderAgreement {
  if (header === undefined) return 'no header'
  const decoded = paymentRequiredSchema.safeParse(decodeBase64Json(header)).data
  if (decoded === undefined) return 'unreadable header'
  return canonicalJson(decoded.accepts) === canonicalJson(body.accepts) ? 'same' : 'different'
}
