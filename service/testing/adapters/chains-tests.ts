import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { encodeBase58 } from '../../../contract/encoding/base58.ts'
import type { EmbeddedChains } from '../../app/money/chains/chains.ts'

/** One kind of embedded chains, for the tests that hold for all. */
export interface ChainsKind {
  name: string
  /** New chains on which nothing has happened yet. */
  open: () => Promise<{ chains: EmbeddedChains; close: () => Promise<void> }>
}

/** Programs, and accounts that the network itself writes. */
const RESERVED = [
  '11111111111111111111111111111111',
  'AddressLookupTab1e1111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'ComputeBudget111111111111111111111111111111',
  'Config1111111111111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'Feature111111111111111111111111111111111111',
  'NativeLoader1111111111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'StakeConfig11111111111111111111111111111111',
  'SysvarC1ock11111111111111111111111111111111',
  'SysvarRent111111111111111111111111111111111',
  'Sysvar1nstructions1111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
]

/** What all embedded chains do: what the service uses of them, and nothing of how they are made. */
export function chainsTests({ name: kind, open }: ChainsKind): void {
  describe(`chains in ${kind}`, () => {
    let opened: Awaited<ReturnType<ChainsKind['open']>>
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened.close())

    const rpc = async (family: 'evm' | 'svm', method: string, ...params: unknown[]) => {
      const chain = await opened.chains[family]()
      return chain.rpc({ jsonrpc: '2.0', id: 1, method, params })
    }
    /** USDC of an address, atomic. */
    const usdcOf = {
      evm: async (owner: string): Promise<bigint> => {
        const { asset } = opened.chains.rails.evm
        const data = `0x70a08231${owner.slice(2).padStart(64, '0')}`
        const { result } = (await rpc('evm', 'eth_call', { to: asset, data }, 'latest')) as {
          result: string
        }
        return BigInt(result)
      },
      svm: async (owner: string): Promise<bigint> => {
        const { asset } = opened.chains.rails.solana
        const encoding = { encoding: 'jsonParsed' }
        const listed = await rpc('svm', 'getTokenAccountsByOwner', owner, { mint: asset }, encoding)
        const { result } = listed as {
          result: {
            value: {
              account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } }
            }[]
          }
        }
        return result.value.reduce(
          (sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount),
          0n,
        )
      },
    }
    const newAddress = {
      evm: () => `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`,
      svm: () => encodeBase58(crypto.getRandomValues(new Uint8Array(32))),
    }

    it('are the networks that payments are taken on', async () => {
      const { evm, solana } = opened.chains.rails
      expect(evm.network.test).toBe(solana.network.test)
      expect([evm.asset, solana.asset]).toEqual([evm.network.asset, solana.network.asset])
      expect(await rpc('evm', 'eth_chainId')).toMatchObject({
        result: `0x${evm.network.chainId.toString(16)}`,
      })
      const { result } = (await rpc('svm', 'getGenesisHash')) as { result: string }
      expect(`solana:${result.slice(0, 32)}`).toBe(solana.network.id)
    })

    it('start once, and stay', async () => {
      const { chains } = opened
      const [evm, svm] = await Promise.all([chains.evm(), chains.svm()])
      expect(await chains.evm()).toBe(evm)
      expect(await chains.svm()).toBe(svm)
    })

    it.each(['evm', 'svm'] as const)('%s: answer JSON-RPC, one by one or a batch', async (name) => {
      const chain = await opened.chains[name]()
      const call = {
        jsonrpc: '2.0',
        method: name === 'evm' ? 'eth_blockNumber' : 'getSlot',
        params: [],
      }
      expect(await chain.rpc({ ...call, id: 'a' })).toMatchObject({
        id: 'a',
        result: expect.anything(),
      })
      expect(await chain.rpc(call), 'a notification').toBeUndefined()
      const batch = [
        { ...call, id: 1 },
        { ...call, id: 2, method: 'no_such' },
      ]
      expect(await chain.rpc(batch)).toMatchObject([
        { id: 1, result: expect.anything() },
        { id: 2, error: { code: -32601 } },
      ])
    })

    it.each(['evm', 'svm'] as const)(
      '%s: what is minted is there once it resolves, each time and for that address alone',
      async (name) => {
        const chain = await opened.chains[name]()
        const [owner, other] = [newAddress[name](), newAddress[name]()]
        expect(await usdcOf[name](owner)).toBe(0n)
        const first = await chain.mint(owner, 5_000_000n)
        expect(await usdcOf[name](owner)).toBe(5_000_000n)
        const more = await Promise.all([chain.mint(owner, 1n), chain.mint(owner, 2n)])
        expect(await usdcOf[name](owner)).toBe(5_000_003n)
        expect(await usdcOf[name](other)).toBe(0n)
        expect(new Set([first, ...more]).size, 'a transaction each').toBe(3)
        const transaction =
          name === 'evm'
            ? rpc('evm', 'eth_getTransactionReceipt', first)
            : rpc('svm', 'getTransaction', first, { maxSupportedTransactionVersion: 0 })
        expect(await transaction).toMatchObject({ result: expect.any(Object) })
      },
    )

    it('svm: a wallet gets SOL for fees, and addresses that nobody can own get none', async () => {
      const chain = await opened.chains.svm()
      const lamportsOf = async (owner: string) => {
        const { result } = (await rpc('svm', 'getBalance', owner)) as { result: { value: number } }
        return result.value
      }
      const wallet = newAddress.svm()
      await chain.giveFees(wallet)
      expect(await lamportsOf(wallet)).toBe(50_000_000)
      for (const reserved of RESERVED) {
        const before = await lamportsOf(reserved)
        await chain.giveFees(reserved)
        expect(await lamportsOf(reserved), reserved).toBe(before)
      }
    })
  })
}
