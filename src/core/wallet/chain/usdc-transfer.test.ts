import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createKeyPairSignerFromBytes } from '@solana/kit'
import {
  Keypair,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { describe, expect, it } from 'vitest'

import { SOLANA_DEVNET } from '../../../../contract/wallet/networks.ts'
import {
  returnedProblem,
  tokenAccountOf,
  type UsdcTransfer,
  usdcTransfer,
} from './usdc-transfer.ts'

const payer = Keypair.generate()
const transfer: UsdcTransfer = {
  payer: payer.publicKey.toBase58(),
  payTo: Keypair.generate().publicKey.toBase58(),
  mint: SOLANA_DEVNET.asset,
  amountAtomic: 5_000_000,
  feePayer: Keypair.generate().publicKey.toBase58(),
  memo: '00112233445566778899aabbccddeeff',
  blockhash: Keypair.generate().publicKey.toBase58(),
}

function signed(bytes: Uint8Array): Uint8Array {
  const transaction = VersionedTransaction.deserialize(bytes)
  transaction.sign([payer])
  return transaction.serialize()
}

/** The transaction with its instructions changed, signed. */
function changed(
  change: (instructions: TransactionInstruction[]) => TransactionInstruction[],
  feePayer = transfer.feePayer,
) {
  const { message } = VersionedTransaction.deserialize(usdcTransfer(transfer))
  const { instructions } = TransactionMessage.decompile(message)
  return signed(
    new VersionedTransaction(
      new TransactionMessage({
        payerKey: new PublicKey(feePayer),
        recentBlockhash: transfer.blockhash,
        instructions: change(instructions),
      }).compileToV0Message(),
    ).serialize(),
  )
}

function readable(bytes: Uint8Array) {
  const { message } = VersionedTransaction.deserialize(bytes)
  const { instructions, payerKey, recentBlockhash } = TransactionMessage.decompile(message)
  return {
    payer: payerKey.toBase58(),
    recentBlockhash,
    instructions: instructions.map(({ programId, keys, data }) => ({
      program: programId.toBase58(),
      keys: keys.map(({ pubkey, isSigner, isWritable }) => [
        pubkey.toBase58(),
        isSigner,
        isWritable,
      ]),
      data: Buffer.from(data).toString('hex'),
    })),
  }
}

/** Answers every question with the account of a token with six decimals. */
async function mintServer() {
  const data = Buffer.alloc(82)
  data[44] = 6
  data[45] = 1
  const account = {
    data: [data.toString('base64'), 'base64'],
    executable: false,
    lamports: 1_461_600,
    owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    rentEpoch: 0,
    space: 82,
  }
  const server = createServer((_request, response) => {
    const result = { context: { slot: 1 }, value: account }
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id: '0', result }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}

const guard = new TransactionInstruction({
  programId: new PublicKey('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'),
  keys: [],
  data: Buffer.from([1, 2, 3]),
})

describe('a USDC transfer', () => {
  it('is what the x402 package builds, instruction by instruction', async () => {
    const signer = await createKeyPairSignerFromBytes(payer.secretKey)
    const rpc = await mintServer()
    try {
      const { payload } = await new ExactSvmScheme(signer, {
        rpcUrl: rpc.url,
      }).createPaymentPayload(2, {
        scheme: 'exact',
        network: SOLANA_DEVNET.id as `solana:${string}`,
        amount: '5000000',
        asset: transfer.mint,
        payTo: transfer.payTo,
        maxTimeoutSeconds: 300,
        extra: {
          feePayer: transfer.feePayer,
          memo: transfer.memo,
          recentBlockhash: transfer.blockhash,
          lastValidBlockHeight: '100',
        },
      })
      const theirs = Buffer.from(String(payload['transaction']), 'base64')
      const ours = signed(usdcTransfer(transfer))
      // The accounts that are only read may stand in another order; everything else is the same.
      expect(ours).toHaveLength(theirs.length)
      expect(readable(ours)).toEqual(readable(theirs))
      expect(returnedProblem(theirs, transfer)).toBeUndefined()
    } finally {
      rpc.stop()
    }
  })

  it('is taken back as it was given, signed', () => {
    expect(returnedProblem(signed(usdcTransfer(transfer)), transfer)).toBeUndefined()
  })

  it('may come back with guards and another price', () => {
    const withGuard = changed((list) => [...list, guard])
    expect(returnedProblem(withGuard, transfer)).toBeUndefined()
    const priced = changed((list) =>
      list.map((one, index) =>
        index === 1
          ? new TransactionInstruction({
              programId: one.programId,
              keys: one.keys,
              data: Buffer.from([3, 0x10, 0x27, 0, 0, 0, 0, 0, 0]),
            })
          : one,
      ),
    )
    expect(returnedProblem(priced, transfer)).toBeUndefined()
  })

  it('is refused for everything else that a wallet may have changed', () => {
    const other = Keypair.generate().publicKey
    const at = (
      index: number,
      change: (one: TransactionInstruction) => Partial<TransactionInstruction>,
    ) =>
      changed((list) =>
        list.map((one, place) =>
          place === index
            ? new TransactionInstruction({
                programId: one.programId,
                keys: one.keys,
                data: one.data,
                ...change(one),
              })
            : one,
        ),
      )
    const bad: Record<string, Uint8Array> = {
      unsigned: usdcTransfer(transfer),
      garbage: Uint8Array.from([1, 2, 3]),
      'another amount': at(2, ({ data }) => {
        const copy = Buffer.from(data)
        copy[1] = (copy[1] ?? 0) + 1
        return { data: copy }
      }),
      'another receiver': at(2, ({ keys }) => ({
        keys: keys.map((key, place) =>
          place === 2
            ? { ...key, pubkey: new PublicKey(tokenAccountOf(other.toBase58(), transfer.mint)) }
            : key,
        ),
      })),
      'another memo': at(3, () => ({ data: Buffer.from('x') })),
      'another program': at(3, () => ({ programId: other })),
      'an instruction more': changed((list) => [
        ...list,
        new TransactionInstruction({ programId: other, keys: [], data: Buffer.from([0]) }),
      ]),
      'an instruction less': changed((list) => list.slice(0, 3)),
      'guards first': changed((list) => [guard, ...list]),
      'another fee payer': changed((list) => list, other.toBase58()),
      'a dear price': at(1, () => ({
        data: Buffer.from([3, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0]),
      })),
    }
    for (const [name, bytes] of Object.entries(bad))
      expect(returnedProblem(bytes, transfer), name).toBeTypeOf('string')
  })
})
