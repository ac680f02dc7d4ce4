import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { bytesToHex } from '@ethereumjs/util'
import { parseEther, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { readOrMakeChainKeys } from '../chain-keys.ts'
import { createChains } from '../chains.ts'
import { openJournal, type Journal } from '../journal.ts'
import { startEvmNode } from './evm-node.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'evm-chain-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const start = async (now: () => number = Date.now) => {
  const chains = createChains({ networkIds: 'test', dataDirectory: folder, now })
  return { chains, chain: await chains.evm() }
}
const TO = '0x1111111111111111111111111111111111111111'

describe('a kept EVM chain', () => {
  it('has the same blocks, receipts and addresses after a restart', async () => {
    const one = await start()
    const hash = await one.chain.mint(TO, 5n)
    await one.chain.mint(TO, 6n)
    const [latest, receipt] = await Promise.all([
      one.chain.client.getBlock(),
      one.chain.client.getTransactionReceipt({ hash }),
    ])
    await one.chains.close()

    const two = await start()
    expect(two.chain.facilitator.getAddresses()).toEqual(one.chain.facilitator.getAddresses())
    expect(await two.chain.client.getBlock()).toEqual(latest)
    expect(await two.chain.client.getTransactionReceipt({ hash })).toEqual(receipt)
    await two.chain.mint(TO, 7n)
    await two.chains.close()
  })

  it('keeps its secrets and its journal to this user', async () => {
    const { chains } = await start()
    for (const name of ['chain-seed', 'chain-evm-84532.sqlite'])
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    await chains.close()
  })

  it('may be used by one process at a time', async () => {
    const one = await start()
    await expect(start()).rejects.toThrow('another service uses it')
    await one.chains.close()
    await (await start()).chains.close()
  })

  it('says in one line that its keys were changed', async () => {
    await (await start()).chains.close()
    writeFileSync(join(folder, 'chain-seed'), `${'ab'.repeat(32)}\n`)
    await expect(start()).rejects.toThrow(/does not lead to the blocks/)
    writeFileSync(join(folder, 'chain-seed'), 'nonsense\n')
    expect(() => createChains({ networkIds: 'test', dataDirectory: folder })).toThrow(
      /does not contain a chain seed/,
    )
  })

  it('never goes back in time', async () => {
    const one = await start(() => 2_000_000_000_000)
    await one.chain.mint(TO, 1n)
    await one.chains.close()
    const two = await start(() => 1_900_000_000_000)
    await two.chain.mint(TO, 1n)
    expect((await two.chain.client.getBlock()).timestamp).toBe(2_000_000_000n)
    await two.chains.close()
  })
})

describe('the time of an EVM chain', () => {
  it('passes without transactions too, for those who ask for the latest block', async () => {
    let time = 2_000_000_000_000
    const one = await start(() => time)
    time += 599_000
    expect(await one.chain.client.getBlock()).toMatchObject({ number: 0n })
    time += 1000
    const passed = await one.chain.client.getBlock()
    expect(passed).toMatchObject({ number: 1n, timestamp: 2_000_000_600n, transactions: [] })
    await one.chain.mint(TO, 1n)
    await one.chains.close()
    const two = await start(() => time)
    expect(await two.chain.client.getBlock({ blockNumber: 1n })).toEqual(passed)
    expect(await two.chain.client.getBlockNumber()).toBe(2n)
    await two.chains.close()
  })
})

describe('a stop between the journal and the answer', () => {
  const keys = readOrMakeChainKeys(undefined)
  const sender = privateKeyToAccount(keys.evm.faucet)
  const options = {
    chainId: 84_532,
    genesis: {
      asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      minter: sender.address,
      funded: [sender.address],
    } as const,
    now: Date.now,
  }
  const sign = (nonce: number): Promise<Hex> =>
    sender.signTransaction({
      chainId: 84_532,
      to: TO,
      value: parseEther('1'),
      gas: 21_000n,
      maxFeePerGas: 10_000_000n,
      nonce,
      type: 'eip1559',
    })
  const failing = (journal: Journal, fail: 'before' | 'after'): Journal => {
    let appended = 0
    return {
      ...journal,
      append: (entry) => {
        appended += 1
        const fails = appended > 1
        if (!fails || fail === 'after') journal.append(entry)
        if (fails) throw new Error('stopped')
      },
    }
  }

  it('leaves the transaction done: it is there after the restart, and cannot be done again', async () => {
    const journal = openJournal(join(folder, 'a.sqlite'))
    const node = await startEvmNode({ ...options, journal: failing(journal, 'after') })
    const raw = await sign(0)
    await expect(node.send(raw)).rejects.toThrow('stopped')

    const again = await startEvmNode({ ...options, journal })
    expect(again.blocks).toHaveLength(2)
    await expect(again.send(raw)).rejects.toThrow('already known')
    await again.send(await sign(1))
    journal.close()
  })

  it('leaves nothing done when the journal took nothing', async () => {
    const journal = openJournal(join(folder, 'b.sqlite'))
    const node = await startEvmNode({ ...options, journal: failing(journal, 'before') })
    const before = bytesToHex(node.latest().stateRoot)
    const raw = await sign(0)
    await expect(node.send(raw)).rejects.toThrow('could not be kept')
    expect(node.blocks).toHaveLength(1)
    const machine = await node.machineAt(node.latest())
    expect(bytesToHex(await machine.stateManager.getStateRoot())).toBe(before)

    const again = await startEvmNode({ ...options, journal })
    await again.send(raw)
    expect(again.blocks).toHaveLength(2)
    journal.close()
  })
})
