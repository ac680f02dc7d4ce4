import {
  concatHex,
  encodeAbiParameters,
  getContractAddress,
  type Hex,
  isHex,
  pad,
  serializeErc6492Signature,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { encodeBase64Json } from '../../../../contract/encoding/bytes.ts'
import { startEvmBench } from '../../../node/chains/testing/evm-bench.ts'
import smartWallet from '../../../node/chains/testing/smart-wallet.json' with { type: 'json' }
import { contractVerifier } from '../../../node/node-adapters.ts'
import { createSignInNonces } from '../../../node/storage/sql-storage.ts'
import { openSqliteDatabase } from '../../../node/storage/sqlite-database.ts'
import { evmWallet, signedUnion } from '../../../testing/test-wallets.ts'
import { createSignInVerifier } from './verify-sign-in.ts'

const ORIGIN = 'http://127.0.0.1:4310'

/** The well-known deployer that makes a contract of its call data by CREATE2, salt first. */
const FACTORY_CODE =
  '0x604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'

type Bench = Awaited<ReturnType<typeof startEvmBench>>
let bench: Bench
beforeAll(async () => {
  bench = await startEvmBench()
})
afterAll(() => bench.stop())

const owner = evmWallet()

function walletCode(): Hex {
  const { bytecode } = smartWallet
  if (!isHex(bytecode)) throw new Error('The contract has no code')
  return concatHex([bytecode, encodeAbiParameters([{ type: 'address' }], [owner.account.address])])
}

async function deploy(data: Hex): Promise<Hex> {
  const payer = await bench.fundedWallet()
  const hash = await payer.sendTransaction({ data, gas: 1_000_000n })
  const { contractAddress } = await bench.client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('It was not deployed')
  return contractAddress
}

function verifier() {
  const { evm, solana } = bench.chains.rails
  return createSignInVerifier({
    chains: { evm: evm.network, solana: solana.network },
    domains: new Set(['127.0.0.1:4310']),
    nonces: createSignInNonces(openSqliteDatabase(undefined)),
    askChain: contractVerifier(bench.chains),
  })
}

/** Signs in as a contract, with the signature of its owner, or of somebody else. */
async function signInAs(address: Hex, signer = owner, wrap = (signature: Hex) => signature) {
  const wallet = {
    address,
    chainId: owner.chainId,
    signMessage: async (message: string) => wrap(await signer.account.signMessage({ message })),
  }
  return verifier()(encodeBase64Json(await signedUnion(wallet, ORIGIN)))
}

describe('a contract wallet', () => {
  it('signs in by EIP-1271, with its owner’s signature only', async () => {
    const address = await deploy(walletCode())
    expect(await signInAs(address)).toEqual({ ok: true, wallet: address.toLowerCase() })
    expect(await signInAs(address, evmWallet())).toMatchObject({
      ok: false,
      reason: 'INVALID_SIGNATURE',
    })
  })

  it('signs in by ERC-6492 before it is deployed, and stays undeployed', async () => {
    const factory = await deploy(FACTORY_CODE)
    const salt = pad('0x01', { size: 32 })
    const bytecode = walletCode()
    const address = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode })
    const data = concatHex([salt, bytecode])
    const wrap = (signature: Hex) =>
      serializeErc6492Signature({ address: factory, data, signature })
    expect(await signInAs(address, owner, wrap)).toEqual({
      ok: true,
      wallet: address.toLowerCase(),
    })
    expect(await signInAs(address, evmWallet(), wrap)).toMatchObject({
      ok: false,
      reason: 'INVALID_SIGNATURE',
    })
    expect(await bench.client.getCode({ address })).toBeUndefined()
  })
})
