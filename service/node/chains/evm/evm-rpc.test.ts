import { getAddress, hashDomain, parseEther, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startEvmBench, USDC_ABI } from '../testing/evm-bench.ts'

let bench: Awaited<ReturnType<typeof startEvmBench>>
beforeAll(async () => {
  bench = await startEvmBench()
})
afterAll(() => bench.stop())

const stranger = () => privateKeyToAccount(generatePrivateKey()).address

describe('the embedded EVM chain, over HTTP with viem', () => {
  it('has the network’s id, the token at its real address, and Multicall3', async () => {
    const { client, asset } = bench
    expect(await client.getChainId()).toBe(84_532)
    expect(asset).toBe(getAddress('0x036CbD53842c5426634e7929541eC2318f3dCF7e'))
    const read = { address: asset, abi: USDC_ABI } as const
    const [name, supply] = await client.multicall({
      contracts: [
        { ...read, functionName: 'name' },
        { ...read, functionName: 'totalSupply' },
      ],
      allowFailure: false,
    })
    expect(name).toBe('USDC')
    expect(supply).toBeGreaterThanOrEqual(0n)
    const domain = { name, version: '2', chainId: 84_532n, verifyingContract: asset }
    expect(await client.readContract({ ...read, functionName: 'DOMAIN_SEPARATOR' })).toBe(
      hashDomain({
        domain,
        types: {
          EIP712Domain: [
            { name: 'name', type: 'string' },
            { name: 'version', type: 'string' },
            { name: 'chainId', type: 'uint256' },
            { name: 'verifyingContract', type: 'address' },
          ],
        },
      }),
    )
  })

  it('moves coins and tokens, one block each, with receipts and logs', async () => {
    const { client, asset } = bench
    const wallet = await bench.fundedWallet()
    const to = stranger()
    const before = await client.getBlockNumber()
    const sent = await wallet.sendTransaction({ to, value: parseEther('0.1') })
    const moved = await wallet.writeContract({
      address: asset,
      abi: USDC_ABI,
      functionName: 'transfer',
      args: [to, 1_500_000n],
    })
    const [first, second] = await Promise.all([
      client.waitForTransactionReceipt({ hash: sent }),
      client.waitForTransactionReceipt({ hash: moved }),
    ])
    expect([first.status, second.status]).toEqual(['success', 'success'])
    expect([first.blockNumber, second.blockNumber]).toEqual([before + 1n, before + 2n])
    expect(first.gasUsed).toBe(21_000n)
    expect(await client.getBalance({ address: to })).toBe(parseEther('0.1'))
    expect(await bench.balanceOf(to)).toBe(1_500_000n)

    const [log] = await client.getLogs({
      address: asset,
      event: USDC_ABI[11],
      args: { to },
      fromBlock: 0n,
    })
    expect(log?.args).toEqual({ from: wallet.account.address, to, value: 1_500_000n })
    expect(log?.transactionHash).toBe(moved)
    expect(
      await client.getLogs({
        address: asset,
        event: USDC_ABI[11],
        args: { to: stranger() },
        fromBlock: 0n,
      }),
    ).toEqual([])
    const block = await client.getBlock({ blockTag: 'safe', includeTransactions: true })
    expect(block.transactions.map(({ hash, from }) => ({ hash, from }))).toEqual([
      { hash: moved, from: wallet.account.address.toLowerCase() },
    ])
    expect(await client.getTransaction({ hash: moved })).toMatchObject({
      nonce: 1,
      to: asset.toLowerCase(),
    })
  })

  it('remembers the state after every block', async () => {
    const { client, asset } = bench
    const to = stranger()
    const before = await client.getBlockNumber()
    await bench.chain.mint(to, 7n)
    const at = (blockNumber: bigint) =>
      client.readContract({
        address: asset,
        abi: USDC_ABI,
        functionName: 'balanceOf',
        args: [to],
        blockNumber,
      })
    expect([await at(before), await at(before + 1n)]).toEqual([0n, 7n])
  })

  it('forgets what a call changed', async () => {
    const { client, asset } = bench
    const wallet = await bench.fundedWallet()
    const { result } = await client.simulateContract({
      account: wallet.account,
      address: asset,
      abi: USDC_ABI,
      functionName: 'transfer',
      args: [stranger(), 25_000_000n],
    })
    expect(result).toBe(true)
    expect(await bench.balanceOf(wallet.account.address)).toBe(25_000_000n)
  })

  it('says why a call or an estimate reverts, and mines what fails anyway', async () => {
    const { client, asset } = bench
    const wallet = await bench.fundedWallet()
    const tooMuch = {
      account: wallet.account,
      address: asset,
      abi: USDC_ABI,
      functionName: 'transfer',
      args: [stranger(), 26_000_000n],
    } as const
    await expect(client.simulateContract(tooMuch)).rejects.toThrow(
      'ERC20: transfer amount exceeds balance',
    )
    await expect(client.estimateContractGas(tooMuch)).rejects.toThrow(
      'ERC20: transfer amount exceeds balance',
    )
    const hash = await wallet.writeContract({ ...tooMuch, gas: 100_000n })
    expect(await client.waitForTransactionReceipt({ hash })).toMatchObject({
      status: 'reverted',
      logs: [],
    })
  })

  it('lets nobody but the faucet mint', async () => {
    const wallet = await bench.fundedWallet()
    await expect(
      bench.client.simulateContract({
        account: wallet.account,
        address: bench.asset,
        abi: USDC_ABI,
        functionName: 'mint',
        args: [wallet.account.address, 1n],
      }),
    ).rejects.toThrow('FiatToken: caller is not a minter')
  })

  it('refuses in the words of other nodes', async () => {
    const poor = bench.walletOf()
    const rich = await bench.fundedWallet()
    const base = {
      to: zeroAddress,
      gas: 21_000n,
      maxFeePerGas: 10_000_000n,
      maxPriorityFeePerGas: 1n,
    }
    await expect(poor.sendTransaction({ ...base, value: 1n })).rejects.toThrow(/insufficient funds/)
    const call = { from: poor.account.address, to: zeroAddress, value: '0x1' } as const
    await expect(
      bench.client.request({ method: 'eth_call', params: [call, 'latest'] }),
    ).rejects.toThrow(/insufficient funds for transfer/)
    await expect(rich.sendTransaction({ ...base, gas: 20_000n })).rejects.toThrow(
      /intrinsic gas too low/,
    )
    await expect(rich.sendTransaction({ ...base, maxFeePerGas: 10n })).rejects.toThrow(
      /max fee per gas less than block base fee/,
    )
    const raw = await rich.signTransaction({ ...base, nonce: 0, type: 'eip1559' })
    const { client } = bench
    const hash = await client.sendRawTransaction({ serializedTransaction: raw })
    expect((await client.getTransactionReceipt({ hash })).status).toBe('success')
    await expect(client.sendRawTransaction({ serializedTransaction: raw })).rejects.toThrow(
      'already known',
    )
    const again = await rich.signTransaction({ ...base, nonce: 0, value: 5n, type: 'eip1559' })
    await expect(client.sendRawTransaction({ serializedTransaction: again })).rejects.toThrow(
      /[Nn]once.*too? low|lower than the current nonce/,
    )
    await expect(
      client.sendRawTransaction({
        serializedTransaction: `0x${raw.slice(2, -2)}zz` as `0x${string}`,
      }),
    ).rejects.toThrow('must be bytes')
  })

  it('refuses what was signed for another chain', async () => {
    const rich = await bench.fundedWallet()
    const foreign = await rich.account.signTransaction({
      chainId: 1,
      to: zeroAddress,
      gas: 21_000n,
      maxFeePerGas: 10_000_000n,
      nonce: 0,
      type: 'eip1559',
    })
    await expect(
      bench.client.sendRawTransaction({ serializedTransaction: foreign }),
    ).rejects.toThrow(/invalid transaction/)
  })

  it('mines transactions that arrive together, in any order, each once', async () => {
    const { client, asset } = bench
    const wallet = await bench.fundedWallet()
    const to = stranger()
    const hashes = await Promise.all(
      Array.from({ length: 8 }, () =>
        wallet.writeContract({
          address: asset,
          abi: USDC_ABI,
          functionName: 'transfer',
          args: [to, 1n],
        }),
      ),
    )
    const receipts = await Promise.all(
      hashes.map((hash) => client.waitForTransactionReceipt({ hash })),
    )
    expect(receipts.every(({ status }) => status === 'success')).toBe(true)
    expect(new Set(receipts.map(({ blockNumber }) => blockNumber)).size).toBe(8)
    expect(await bench.balanceOf(to)).toBe(8n)
  })

  it('holds a later nonce until the ones before it came', async () => {
    const { client } = bench
    const wallet = await bench.fundedWallet()
    const sign = (nonce: number) =>
      wallet.signTransaction({
        to: zeroAddress,
        gas: 21_000n,
        maxFeePerGas: 10_000_000n,
        maxPriorityFeePerGas: 1n,
        nonce,
        type: 'eip1559',
      })
    const later = await client.sendRawTransaction({ serializedTransaction: await sign(1) })
    await expect(client.getTransactionReceipt({ hash: later })).rejects.toThrow(
      /could not be found/,
    )
    await client.sendRawTransaction({ serializedTransaction: await sign(0) })
    expect((await client.getTransactionReceipt({ hash: later })).status).toBe('success')
    await expect(
      client.sendRawTransaction({ serializedTransaction: await sign(100) }),
    ).rejects.toThrow(/nonce/i)
  })

  it('answers fee history, storage and code like a node', async () => {
    const { client, asset } = bench
    const history = await client.getFeeHistory({ blockCount: 2, rewardPercentiles: [50] })
    expect(history.baseFeePerGas.length).toBe(history.gasUsedRatio.length + 1)
    expect(history.reward?.[0]).toHaveLength(1)
    expect(await client.getStorageAt({ address: asset, slot: '0x0' })).toMatch(
      /^0x0{24}[0-9a-f]{40}$/,
    )
    expect(await client.getCode({ address: stranger() })).toBeUndefined()
    expect(await client.estimateFeesPerGas()).toMatchObject({ maxPriorityFeePerGas: 1_000_000n })
    await expect(client.getBlock({ blockNumber: 10_000n })).rejects.toThrow(/not.*found/i)
  })
})
