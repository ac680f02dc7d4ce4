import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { createSolanaRpc, generateKeyPairSigner } from '@solana/kit'
import { createPublicClient, http, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'

import type { ChainPlaces } from '../../app/money/chains/chains.ts'
import { builtService } from '../../testing/built-service.ts'
import { tokenAccountOf } from './svm/svm-genesis.ts'

const built = builtService()

async function run() {
  const args = ['--json', '--port', '0', '--api-only', '--data', built.folder()]
  const child = spawn(process.execPath, [built.entry(), ...args], {
    env: { PATH: process.env['PATH'], HOME: built.folder() },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exit = once(child, 'close')
  let stdout = ''
  while (!stdout.includes('\n')) {
    const [data]: unknown[] = await Promise.race([once(child.stdout, 'data'), exit])
    if (!(data instanceof Uint8Array)) throw new Error('It ended before it was ready.')
    stdout += new TextDecoder().decode(data)
  }
  const places: ChainPlaces = JSON.parse(stdout)
  return {
    places,
    end: async (signal: 'SIGKILL' | 'SIGTERM') => {
      child.kill(signal)
      await exit
    },
  }
}

async function gift(places: ChainPlaces, address: string, network: string): Promise<void> {
  const answer = await fetch(places.faucetUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ address, network }),
  })
  expect(answer.status).toBe(200)
}

it('a service that is killed right after its answer still has what it answered', async () => {
  const { address: evmOwner } = privateKeyToAccount(generatePrivateKey())
  const { address: solanaOwner } = await generateKeyPairSigner()
  const first = await run()
  await gift(first.places, evmOwner, first.places.evm.network)
  await gift(first.places, solanaOwner, first.places.solana.network)
  await first.end('SIGKILL')

  const second = await run()
  const { evm, solana } = second.places
  expect([evm.payTo, solana.payTo]).toEqual([first.places.evm.payTo, first.places.solana.payTo])
  const client = createPublicClient({ transport: http(evm.rpcUrl) })
  expect(
    await client.readContract({
      address: evm.asset as `0x${string}`,
      abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
      functionName: 'balanceOf',
      args: [evmOwner],
    }),
  ).toBe(100_000_000n)
  const account = await tokenAccountOf(solanaOwner, solana.asset as typeof solanaOwner)
  const { value } = await createSolanaRpc(solana.rpcUrl).getTokenAccountBalance(account).send()
  expect(value.amount).toBe('100000000')
  await second.end('SIGTERM')
})
