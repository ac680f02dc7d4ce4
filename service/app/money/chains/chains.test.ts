import { createSolanaRpc, generateKeyPairSigner } from '@solana/kit'
import { createPublicClient, getAddress, http, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tokenAccountOf } from '../../../node/chains/svm/svm-genesis.ts'
import { readyLine } from '../../../node/printed.ts'
import { rawRequest } from '../../../testing/raw-request.ts'
import { startTestService, type TestService } from '../../../testing/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const faucet = (body: unknown) =>
  fetch(`${service.origin}/local/faucet`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
const newAddress = () => privateKeyToAccount(generatePrivateKey()).address

describe('the places of the chains', () => {
  it('are in the ready line and in /config.json, before any chain runs', async () => {
    const ready = JSON.parse(readyLine(service))
    expect(ready).toMatchObject({
      ready: true,
      apiKey: service.apiKey,
      evm: {
        network: 'eip155:84532',
        rpcUrl: `${service.origin}/local/rpc/evm`,
        asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
        payTo: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      },
      solana: {
        network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
        rpcUrl: `${service.origin}/local/rpc/solana`,
        asset: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
        payTo: expect.any(String),
      },
      faucetUrl: `${service.origin}/local/faucet`,
    })
    const config = await (await fetch(`${service.origin}/config.json`)).json()
    expect(config).toMatchObject({
      evm: ready.evm,
      solana: ready.solana,
      faucetUrl: ready.faucetUrl,
    })
  })

  it('follow --network-ids, and are absent where there are no embedded chains', async () => {
    const mainnet = await startTestService({ flags: ['--network-ids', 'mainnet'] })
    expect(mainnet.chains?.evm.network).toBe('eip155:8453')
    expect(mainnet.chains?.solana.asset).toBe('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
    await mainnet.stop()
    const relay = await startTestService({ flags: ['--relay', 'http://127.0.0.1:9/api/v1'] })
    expect(JSON.parse(readyLine(relay))).not.toHaveProperty('evm')
    const answer = await rawRequest(`${relay.origin}/local/rpc/evm`, { method: 'POST' })
    expect(answer.status).toBe(404)
    await relay.stop()
  })
})

describe('the faucet', () => {
  it('gives $100 of test USDC on the EVM chain', async () => {
    const address = newAddress()
    const answer = await faucet({ address, network: 'eip155:84532' })
    expect(answer.status).toBe(200)
    const gift = await answer.json()
    expect(gift).toMatchObject({ network: 'eip155:84532', address, amount: '100000000' })
    const client = createPublicClient({ transport: http(`${service.origin}/local/rpc/evm`) })
    const abi = parseAbi(['function balanceOf(address) view returns (uint256)'])
    const balance = await client.readContract({
      address: getAddress(gift.asset),
      abi,
      functionName: 'balanceOf',
      args: [address],
    })
    expect(balance).toBe(100_000_000n)
    expect(await client.getTransactionReceipt({ hash: gift.transaction })).toMatchObject({
      status: 'success',
    })
  })

  it('gives $100 of test USDC on the Solana chain, under the network’s short name too', async () => {
    const { address } = await generateKeyPairSigner()
    const gift = await (await faucet({ address, network: 'solana-devnet' })).json()
    const rpc = createSolanaRpc(`${service.origin}/local/rpc/solana`)
    const account = await tokenAccountOf(address, gift.asset)
    const { value } = await rpc.getTokenAccountBalance(account).send()
    expect(value.uiAmountString).toBe('100')
  })

  it.each([
    [{ address: '0x12', network: 'eip155:84532' }, 'address', '40 hex digits'],
    [{ network: 'eip155:84532' }, 'address', 'missing'],
    [{ address: `0x${'0'.repeat(40)}`, network: 'eip155:84532' }, 'address', 'not all zero'],
    [
      { address: '0xAB5801a7D398351b8bE11C439e05C5B3259aeC9B', network: 'base-sepolia' },
      'address',
      'checksum',
    ],
    [{ address: newAddress(), network: 'solana-devnet' }, 'address', 'base58'],
    [{ address: newAddress(), network: 'eip155:8453' }, 'network', 'eip155:84532 or solana:'],
    [{ address: newAddress() }, 'network', 'missing'],
    [[], undefined, 'object'],
  ])('says what is wrong with %j', async (body, field, words) => {
    const answer = await faucet(body)
    expect(answer.status).toBe(400)
    const { issues } = await answer.json()
    expect(issues[0].path).toEqual(field === undefined ? [] : [field])
    expect(issues[0].message).toContain(words)
  })
})

describe('the RPC routes', () => {
  it('answer batches, and notifications with nothing', async () => {
    const post = (body: unknown) =>
      fetch(`${service.origin}/local/rpc/evm`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
      { jsonrpc: '2.0', id: 2, method: 'net_version' },
    ]
    expect(await (await post(batch)).json()).toEqual([
      { jsonrpc: '2.0', id: 1, result: '0x14a34' },
      { jsonrpc: '2.0', id: 2, result: '84532' },
    ])
    expect((await post({ jsonrpc: '2.0', method: 'eth_chainId' })).status).toBe(204)
  })

  it('are closed to other websites', async () => {
    for (const path of ['/local/rpc/evm', '/local/rpc/solana', '/local/faucet'])
      for (const headers of [
        { Origin: 'https://evil.example', 'Content-Type': 'application/json' },
        { 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'application/json' },
        { 'Content-Type': 'text/plain' },
      ]) {
        const answer = await rawRequest(`${service.origin}${path}`, {
          method: 'POST',
          headers: headers as Record<string, string>,
          body: '{}',
        })
        expect([403, 415]).toContain(answer.status)
      }
  })
})
