import type { Address } from '@solana/kit'

import type { JsonObject } from '../../../../contract/json.ts'
import { invalidParams, RpcError } from '../json-rpc.ts'
import { landedJson, memoOf } from './svm-json.ts'
import type { LandedTransaction, SvmNode } from './svm-node.ts'
import { countParam } from './svm-params.ts'

const MAX_SIGNATURES = 1000

/** `getSignaturesForAddress`: newest first, each with its memo. @throws RpcError -32602 */
export function signaturesFor(node: SvmNode, address: Address, options: JsonObject) {
  const { limit, before, until } = options
  const most = limit === undefined ? MAX_SIGNATURES : countParam(limit, 'limit')
  if (most < 1 || most > MAX_SIGNATURES)
    throw invalidParams(`Invalid param: limit must be from 1 to ${MAX_SIGNATURES}.`)
  const newestFirst = node.landed.toReversed()
  const positionOf = (signature: unknown) =>
    newestFirst.findIndex((landed) => landed.signature === signature)
  const start = before === undefined ? 0 : positionOf(before) + 1
  const end = until === undefined ? -1 : positionOf(until)
  return newestFirst
    .slice(start, end === -1 ? undefined : end)
    .filter(({ transaction }) => transaction.compiled.staticAccounts.includes(address))
    .slice(0, most)
    .map((landed) => ({
      signature: landed.signature,
      slot: landed.slot,
      err: landed.error,
      memo: memoOf(landed),
      blockTime: node.clock.secondsOf(landed.slot),
      confirmationStatus: 'finalized',
    }))
}

/** `getTransaction`; null for an unknown signature. @throws RpcError -32015 for a version nobody asked for */
export function transactionFor(node: SvmNode, signature: string, options: JsonObject) {
  const landed = node.bySignature(signature)
  if (landed === undefined) return null
  const { version } = landed.transaction.compiled
  if (version !== 'legacy' && options['maxSupportedTransactionVersion'] === undefined)
    throw new RpcError(
      -32015,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    )
  return landedJson(node, landed, options['encoding'])
}

/** One value of `getSignatureStatuses`: what has landed is final at once. */
export function statusOf(landed: LandedTransaction | undefined) {
  if (landed === undefined) return null
  const { slot, error } = landed
  return {
    slot,
    confirmations: null,
    err: error,
    status: error === null ? { Ok: null } : { Err: error },
    confirmationStatus: 'finalized',
  }
}
