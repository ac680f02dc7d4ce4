import { encodeDeployData, parseAbi, toHex, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startEvmBench, USDC_ABI } from '../testing/evm-bench.ts'
import smartWallet from '../testing/smart-wallet.json' with { type: 'json' }

let bench: Awaited<ReturnType<typeof startEvmBench>>
let payer: Awaited<ReturnType<typeof bench.fundedWallet>>
beforeAll(async () => {
  bench = await startEvmBench()
  payer = await bench.fundedWallet()
})
afterAll(() => bench.stop())

const FIELDS = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const
const TYPES = { TransferWithAuthorization: FIELDS, ReceiveWithAuthorization: FIELDS } as const

let lastNonce = 0
async function authorization(
  over: { validAfter?: bigint; validBefore?: bigint; from?: Hex } = {},
  primaryType: keyof typeof TYPES = 'TransferWithAuthorization',
) {
  const message = {
    from: over.from ?? payer.account.address,
    to: bench.chain.payTo,
    value: 1_000_000n,
    validAfter: over.validAfter ?? 0n,
    validBefore: over.validBefore ?? BigInt(Math.floor(Date.now() / 1000) + 300),
    nonce: toHex((lastNonce += 1), { size: 32 }),
  }
  const signature = await payer.account.signTypedData({
    domain: { name: 'USDC', version: '2', chainId: 84_532, verifyingContract: bench.asset },
    types: TYPES,
    primaryType,
    message,
  })
  const { from, to, value, validAfter, validBefore, nonce } = message
  return [from, to, value, validAfter, validBefore, nonce, signature] as const
}

const simulate = (args: Awaited<ReturnType<typeof authorization>>) =>
  bench.client.simulateContract({
    account: payer.account,
    address: bench.asset,
    abi: USDC_ABI,
    functionName: 'transferWithAuthorization',
    args,
  })

describe('EIP-3009 on the embedded token', () => {
  it('moves what the payer signed, once', async () => {
    const args = await authorization()
    const before = await bench.balanceOf(bench.chain.payTo)
    const { request } = await simulate(args)
    const hash = await payer.writeContract(request)
    expect((await bench.client.waitForTransactionReceipt({ hash })).status).toBe('success')
    expect(await bench.balanceOf(bench.chain.payTo)).toBe(before + 1_000_000n)
    await expect(simulate(args)).rejects.toThrow('authorization is used or canceled')
  })

  it('keeps to its times', async () => {
    const now = BigInt(Math.floor(Date.now() / 1000))
    await expect(simulate(await authorization({ validBefore: now - 1n }))).rejects.toThrow(
      'authorization is expired',
    )
    await expect(simulate(await authorization({ validAfter: now + 60n }))).rejects.toThrow(
      'authorization is not yet valid',
    )
    // A call on the latest block runs at the present, however old that block is.
    await simulate(await authorization({ validAfter: now - 5n }))
  })

  it('refuses a signature of another message or another shape', async () => {
    const args = await authorization()
    await expect(simulate([args[0], args[1], 2n, ...slice3(args)])).rejects.toThrow(
      'invalid signature',
    )
    const long = [...args.slice(0, 6), `${args[6]}00`] as unknown as typeof args
    await expect(simulate(long)).rejects.toThrow('invalid signature length')
    const receiving = await authorization({}, 'ReceiveWithAuthorization')
    await expect(simulate(receiving)).rejects.toThrow('invalid signature')
  })

  it('lets only the payee receive, and a canceled authorization pays nobody', async () => {
    const receiving = await authorization({}, 'ReceiveWithAuthorization')
    await expect(
      bench.client.simulateContract({
        account: payer.account,
        address: bench.asset,
        abi: USDC_ABI,
        functionName: 'receiveWithAuthorization',
        args: receiving,
      }),
    ).rejects.toThrow('caller must be the payee')

    const args = await authorization()
    const signature = await payer.account.signTypedData({
      domain: { name: 'USDC', version: '2', chainId: 84_532, verifyingContract: bench.asset },
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: args[0], nonce: args[5] },
    })
    const hash = await payer.writeContract({
      address: bench.asset,
      abi: USDC_ABI,
      functionName: 'cancelAuthorization',
      args: [args[0], args[5], signature],
    })
    expect((await bench.client.waitForTransactionReceipt({ hash })).status).toBe('success')
    await expect(simulate(args)).rejects.toThrow('authorization is used or canceled')
  })

  it('asks a contract wallet about its own signatures (EIP-1271)', async () => {
    const deployed = await payer.sendTransaction({
      data: encodeDeployData({
        abi: parseAbi(['constructor(address owner)']),
        bytecode: smartWallet.bytecode as Hex,
        args: [payer.account.address],
      }),
    })
    const { contractAddress } = await bench.client.waitForTransactionReceipt({ hash: deployed })
    if (!contractAddress) throw new Error('not deployed')
    await bench.chain.mint(contractAddress, 5_000_000n)
    const args = await authorization({ from: contractAddress })
    const { request } = await simulate(args)
    await bench.client.waitForTransactionReceipt({ hash: await payer.writeContract(request) })
    expect(await bench.balanceOf(contractAddress)).toBe(4_000_000n)
    const forged = await authorization({ from: contractAddress })
    await expect(
      simulate([...forged.slice(0, 6), args[6]] as unknown as typeof forged),
    ).rejects.toThrow('invalid signature')
  })
})

function slice3(args: Awaited<ReturnType<typeof authorization>>) {
  const [, , , validAfter, validBefore, nonce, signature] = args
  return [validAfter, validBefore, nonce, signature] as const
}
