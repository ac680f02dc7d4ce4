import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { address, generateKeyPairSigner } from '@solana/kit'
import { ExactSvmScheme as FacilitatorScheme } from '@x402/svm/exact/facilitator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createChains } from '../chains.ts'
import { type Journal, openJournal } from '../journal.ts'
import { startSvmBench } from '../testing/svm-bench.ts'
import { makeSvm } from './svm-chain.ts'
import { startSvmNode } from './svm-node.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svm-chain-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a kept Solana chain', () => {
  it('has the same balances and history after a restart, and still refuses what it has seen', async () => {
    const one = await startSvmBench({ dataDirectory: folder })
    const payer = await one.payer()
    const payment = await one.pay(payer)
    const settled = await new FacilitatorScheme(one.chain.facilitator).settle(payment, one.rail)
    expect(settled.success).toBe(true)
    const history = await one.rpc.getSignaturesForAddress(payer.address).send()
    await one.stop()

    const two = await startSvmBench({ dataDirectory: folder })
    expect(two.rail).toEqual(one.rail)
    expect(await two.balanceOf(payer.address)).toBe(20_000_000n)
    expect(await two.rpc.getSignaturesForAddress(payer.address).send()).toEqual(history)
    const again = await new FacilitatorScheme(two.chain.facilitator).settle(payment, two.rail)
    expect(again.success).toBe(false)
    // A blockhash that was fetched before the restart is still good after it.
    expect(await two.balanceOf(two.chain.payTo)).toBe(5_000_000n)
    await two.stop()
  })

  it('says in one line that its keys were changed, or that another process has it', async () => {
    const one = createChains({ networkIds: 'test', dataDirectory: folder })
    await one.svm()
    await expect(createChains({ networkIds: 'test', dataDirectory: folder }).svm()).rejects.toThrow(
      'another service uses it',
    )
    await one.close()
    writeFileSync(join(folder, 'chain-seed'), `${'ab'.repeat(32)}\n`)
    const changed = createChains({ networkIds: 'test', dataDirectory: folder })
    await expect(changed.svm()).rejects.toThrow(/does not lead to the outcomes/)
  })
})

describe('a stop between the journal and the answer', () => {
  it('leaves the transaction done: it is there after the restart, and cannot be done again', async () => {
    const bench = await startSvmBench({ dataDirectory: folder })
    const owner = (await generateKeyPairSigner()).address
    const signature = await bench.chain.mint(owner, 9n)
    const sent = await bench.rpc
      .getTransaction(signature, { encoding: 'base64', maxSupportedTransactionVersion: 0 })
      .send()
    await bench.stop()
    const [begun = '', entry = ''] = entriesOf(join(folder, 'chain-solana-devnet.sqlite'))
    const { feePayer, faucet } = JSON.parse(begun)

    const journal = memoryJournal([begun])
    const stopping: Journal = {
      ...journal,
      append: (text) => {
        journal.append(text)
        throw new Error('stopped')
      },
    }
    const genesis = {
      mint: bench.chain.asset,
      feePayer: address(feePayer),
      faucet: address(faucet),
      merchants: [bench.chain.payTo],
    }
    const options = { genesis, now: Date.now }
    const node = await startSvmNode({ ...options, svm: await makeSvm(), journal: stopping })
    const wire = Buffer.from(sent?.transaction[0] ?? '', 'base64')
    expect(() => node.send(node.decode(wire), false)).toThrow('stopped')
    expect(node.landed).toHaveLength(0)

    const again = await startSvmNode({ ...options, svm: await makeSvm(), journal })
    expect(again.landed.map((landed) => [landed.signature, landed.error])).toEqual([
      [signature, null],
    ])
    expect(JSON.parse(entry).wire).toBe(sent?.transaction[0])
    expect(() => again.send(again.decode(wire), true)).toThrow('AlreadyProcessed')
  })
})

describe('a computer without litesvm', () => {
  it('is told so in one line', async () => {
    await expect(makeSvm('win32')).rejects.toThrow(/does not run on Windows/)
  })
})

function entriesOf(path: string): string[] {
  const journal = openJournal(path)
  const entries = journal.entries()
  journal.close()
  return entries
}

function memoryJournal(entries: string[]): Journal {
  return {
    entries: () => [...entries],
    append: (entry) => {
      entries.push(entry)
    },
    close: () => undefined,
  }
}
