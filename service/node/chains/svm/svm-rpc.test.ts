import {
  createKeyPairSignerFromPrivateKeyBytes,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  lamports,
  partiallySignTransactionMessageWithSigners,
  pipe,
  signTransactionMessageWithSigners,
  createTransactionMessage,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  appendTransactionMessageInstruction,
  AccountRole,
  getBase64Decoder,
  getCompiledTransactionMessageEncoder,
  compileTransactionMessage,
  type Address,
  type KeyPairSigner,
  type TransactionMessageBytesBase64,
} from '@solana/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { encodeBase58 } from '../../../../contract/encoding/base58.ts'
import { startSvmBench } from '../testing/svm-bench.ts'
import { SYSTEM_PROGRAM, tokenAccountOf } from './svm-genesis.ts'

let bench: Awaited<ReturnType<typeof startSvmBench>>
beforeAll(async () => {
  bench = await startSvmBench()
})
afterAll(() => bench.stop())

async function transferMessage(from: KeyPairSigner, to: Address, amount: bigint) {
  const { value } = await bench.rpc.getLatestBlockhash().send()
  const data = new Uint8Array(12)
  new DataView(data.buffer).setUint32(0, 2, true)
  new DataView(data.buffer).setBigUint64(4, amount, true)
  return pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayerSigner(from, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(value, message),
    (message) =>
      appendTransactionMessageInstruction(
        {
          programAddress: SYSTEM_PROGRAM,
          accounts: [
            { address: from.address, role: AccountRole.WRITABLE_SIGNER },
            { address: to, role: AccountRole.WRITABLE },
          ],
          data,
        },
        message,
      ),
  )
}

async function rich(): Promise<KeyPairSigner> {
  const signer = await generateKeyPairSigner()
  await bench.rpc.requestAirdrop(signer.address, lamports(1_000_000_000n)).send()
  return signer
}

describe('the embedded Solana chain, over HTTP with the kit', () => {
  it('is the network it says it is', async () => {
    const { rpc } = bench
    expect(await rpc.getGenesisHash().send()).toBe('EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG')
    expect(await rpc.getHealth().send()).toBe('ok')
    expect(await rpc.getEpochInfo().send()).toMatchObject({ epoch: 0n })
    expect((await rpc.getVersion().send())['solana-core']).toMatch(/^\d/)
    expect(await rpc.getMinimumBalanceForRentExemption(165n).send()).toBe(2_039_280n)
  })

  it('shows mint and token accounts as bytes and parsed', async () => {
    const { rpc, chain } = bench
    const owner = (await bench.payer(1_234_567n)).address
    const account = await tokenAccountOf(owner, chain.asset)
    const { value } = await rpc.getTokenAccountBalance(account).send()
    expect(value).toMatchObject({ amount: '1234567', decimals: 6, uiAmountString: '1.234567' })
    const { value: owned } = await rpc
      .getTokenAccountsByOwner(owner, { mint: chain.asset }, { encoding: 'jsonParsed' })
      .send()
    expect(owned.map(({ pubkey }) => pubkey)).toEqual([account])
    expect(owned[0]?.account.data.parsed.info).toMatchObject({ mint: chain.asset, owner })
    const { value: both } = await rpc
      .getMultipleAccounts([chain.asset, owner], { encoding: 'base64' })
      .send()
    expect(both[0]?.data[0]).toHaveLength(112)
    expect(both[1]).toBeNull()
    const { value: mint } = await rpc.getAccountInfo(chain.asset, { encoding: 'jsonParsed' }).send()
    expect(mint?.data).toMatchObject({ parsed: { type: 'mint', info: { decimals: 6 } } })
  })

  it('moves SOL, and tells balances, fee and history', async () => {
    const { rpc } = bench
    const from = await rich()
    const to = (await generateKeyPairSigner()).address
    const message = await transferMessage(from, to, 10_000_000n)
    const compiled = getBase64Decoder().decode(
      getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(message)),
    ) as TransactionMessageBytesBase64
    expect((await rpc.getFeeForMessage(compiled).send()).value).toBe(5000n)
    const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))
    const sent = await rpc.sendTransaction(wire, { encoding: 'base64' }).send()
    expect((await rpc.getBalance(to).send()).value).toBe(10_000_000n)
    expect((await rpc.getBalance(from.address).send()).value).toBe(989_995_000n)
    const { value } = await rpc.getSignatureStatuses([sent]).send()
    expect(value).toMatchObject([{ err: null, confirmationStatus: 'finalized' }])
    const transaction = await rpc
      .getTransaction(sent, { encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send()
    expect(transaction).toMatchObject({
      meta: { fee: 5000n, err: null },
      transaction: {
        signatures: [sent],
        message: { accountKeys: [from.address, to, SYSTEM_PROGRAM] },
      },
    })
    await expect(rpc.getTransaction(sent).send()).rejects.toThrow(/version/i)
    await expect(rpc.sendTransaction(wire, { encoding: 'base64' }).send()).rejects.toThrow(
      'simulation failed',
    )
    const history = await rpc.getSignaturesForAddress(from.address, { until: sent }).send()
    expect(history).toEqual([])
  })

  it('refuses what is not signed, not paid for, or too old', async () => {
    const { rpc } = bench
    const from = await rich()
    const to = (await generateKeyPairSigner()).address
    const send = (wire: string) =>
      bench.chain.rpc({
        jsonrpc: '2.0',
        id: 1,
        method: 'sendTransaction',
        params: [wire, { encoding: 'base64', skipPreflight: true }],
      })
    const signed = getBase64EncodedWireTransaction(
      await signTransactionMessageWithSigners(await transferMessage(from, to, 5_000_000n)),
    )
    const forged = Buffer.from(signed, 'base64')
    forged[5] = (forged[5] ?? 0) ^ 1
    expect(await send(forged.toString('base64'))).toMatchObject({ error: { code: -32003 } })
    const unsigned = Buffer.from(signed, 'base64').fill(0, 1, 65)
    expect(await send(unsigned.toString('base64'))).toMatchObject({ error: { code: -32003 } })

    const poor = await generateKeyPairSigner()
    const unpaid = getBase64EncodedWireTransaction(
      await partiallySignTransactionMessageWithSigners(await transferMessage(poor, to, 1n)),
    )
    expect(await send(unpaid)).toMatchObject({
      error: { code: -32002, data: { err: 'AccountNotFound' } },
    })

    bench.turnForward(61_000)
    expect(await send(signed)).toMatchObject({
      error: { code: -32002, data: { err: 'BlockhashNotFound' } },
    })
    expect((await rpc.getBalance(to).send()).value).toBe(0n)
  })

  it('lands what fails in a program when preflight is skipped, and charges for it', async () => {
    const { rpc } = bench
    const from = await rich()
    const to = (await generateKeyPairSigner()).address
    const wire = getBase64EncodedWireTransaction(
      await signTransactionMessageWithSigners(await transferMessage(from, to, 5_000_000_000n)),
    )
    await expect(rpc.sendTransaction(wire, { encoding: 'base64' }).send()).rejects.toThrow(
      'simulation failed',
    )
    const sent = await rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
    const { value } = await rpc.getSignatureStatuses([sent]).send()
    expect(value[0]?.err).toEqual({ InstructionError: [0n, { Custom: 1n }] })
    expect((await rpc.getBalance(from.address).send()).value).toBe(999_995_000n)
  })

  it('advances its slots with time, and blockhashes with them', async () => {
    const { rpc } = bench
    const [slot, { value: before }] = await Promise.all([
      rpc.getSlot().send(),
      rpc.getLatestBlockhash().send(),
    ])
    bench.turnForward(4000)
    expect(await rpc.getSlot().send()).toBeGreaterThanOrEqual(slot + 10n)
    const { value: after } = await rpc.getLatestBlockhash().send()
    expect(after.blockhash).not.toBe(before.blockhash)
    expect((await rpc.isBlockhashValid(before.blockhash).send()).value).toBe(true)
    bench.turnForward(60_000)
    expect((await rpc.isBlockhashValid(before.blockhash).send()).value).toBe(false)
  })

  it('says what is wrong with parameters', async () => {
    const ask = (method: string, ...params: unknown[]) =>
      bench.chain.rpc({ jsonrpc: '2.0', id: 1, method, params })
    for (const [method, ...params] of [
      ['getBalance', 'not an address'],
      ['getTokenAccountBalance', SYSTEM_PROGRAM],
      ['getAccountInfo', bench.chain.asset, { encoding: 'zip' }],
      ['sendTransaction', '!!!', { encoding: 'base64' }],
      ['sendTransaction', 'AAAA', { encoding: 'base64' }],
      ['requestAirdrop', bench.chain.payTo, 1e12],
      ['getSignaturesForAddress', bench.chain.payTo, { limit: 5000 }],
      ['getTokenAccountsByOwner', bench.chain.payTo],
    ] as const)
      expect(await ask(method, ...params), method).toMatchObject({ error: { code: -32602 } })
  })

  it('derives the same addresses as the kit', async () => {
    const seed = Uint8Array.from({ length: 32 }, (_, index) => index)
    const { address } = await createKeyPairSignerFromPrivateKeyBytes(seed)
    const { readOrMakeChainKeys } = await import('../chain-keys.ts')
    const { feePayer } = readOrMakeChainKeys(undefined).solana
    const own = await createKeyPairSignerFromPrivateKeyBytes(feePayer.seed)
    expect(own.address).toBe(feePayer.address)
    expect(encodeBase58(feePayer.publicKey)).toBe(feePayer.address)
    expect(address).not.toBe(own.address)
  })
})
