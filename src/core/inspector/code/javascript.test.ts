import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { decodeBase58, encodeBase58 } from '../../../../contract/encoding/base58.ts'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '../../../../contract/wallet/networks.ts'
import { type SignInFields, signInText } from '../../../../contract/wallet/sign-in.ts'
import { startTestService, type TestService } from '../../../../service/testing/start-service.ts'
import { evmWallet, solanaWallet } from '../../../../service/testing/test-wallets.ts'
import { type CodeRequest, codeRequest } from './code-request.ts'
import { curlCode } from './curl.ts'
import { javascriptCode, walletCode } from './javascript.ts'
import { fetchCode, pythonCode } from './request-code.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const evmKey = `0x${randomBytes(32).toString('hex')}` as const
const solana = solanaWallet()

/** A wallet of each kind: its address, its chain, and its key in the environment of code. */
const wallets = [
  {
    family: 'evm' as const,
    address: evmWallet(evmKey).address,
    network: BASE_SEPOLIA.id,
    env: () => ({ EVM_PRIVATE_KEY: evmKey }),
  },
  {
    family: 'solana' as const,
    address: solana.address,
    network: SOLANA_DEVNET.id,
    env: () => ({
      SOLANA_PRIVATE_KEY: encodeBase58(
        Uint8Array.from([...solana.secret, ...(decodeBase58(solana.address) ?? [])]),
      ),
      SOLANA_RPC_URL: service.chains?.solana.rpcUrl ?? '',
    }),
  },
]
let service: TestService
let folder: string

beforeAll(async () => {
  service = await startTestService()
  folder = mkdtempSync(path.join(tmpdir(), 'wallet-code-'))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  for (const { address, network } of wallets)
    await fetch(`${service.origin}/local/faucet`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ address, network }),
    })
})

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.stop()
})

function requestOf(
  at: string,
  header: string,
  more: object,
  family: 'evm' | 'solana' = 'evm',
): CodeRequest {
  const request = {
    method: 'POST',
    url: service.baseUrl + at,
    path: at,
    headers: [[header, '<redacted 600 chars>']] as const,
    bytes: 0,
    ...more,
  }
  return codeRequest({ request, headers: [] }, family)
}

async function run(command: string, code: string, env: Record<string, string>): Promise<string> {
  const file = path.join(folder, command === 'bash' ? 'code.sh' : 'code.mjs')
  writeFileSync(file, code)
  const child = spawn(command, [file], { cwd: folder, env: { ...process.env, ...env } })
  let output = ''
  child.stdout.on('data', (piece) => (output += String(piece)))
  child.stderr.on('data', (piece) => (output += String(piece)))
  await new Promise((done) => child.on('close', done))
  return output
}

const runNode = (code: string, env: Record<string, string>) => run(process.execPath, code, env)

/** What a function of the JavaScript code returns, without the request that the code makes. */
function headerOf(request: CodeRequest, expression: string, env: Record<string, string>) {
  const { imports, functions } = walletCode(request)
  const code = [...imports, ...functions, `process.stdout.write(${expression});`].join('\n')
  return runNode(code, env)
}

const chat = { body: { model: 'sandbox-chat', messages: [{ role: 'user', content: '/tokens 5' }] } }

describe.each(wallets)('code of a request that a wallet paid: $family', ({ family, env }) => {
  const topUp = () => requestOf('/x402/top-up', 'PAYMENT-SIGNATURE', {}, family)
  const ask = () => requestOf('/chat/completions', 'SIGN-IN-WITH-X', chat, family)

  it('tops the wallet up, then signs in and is answered', async () => {
    expect(await runNode(fetchCode(topUp()), env())).toContain('"success":true')
    expect(await runNode(fetchCode(ask()), env())).toContain('chat.completion')
    expect((await runNode(javascriptCode(ask()), env())).trim()).not.toMatch(/error|^$/i)
  })

  it('makes the headers that curl takes from the environment', async () => {
    const url = (at: string) => JSON.stringify(service.baseUrl + at)
    const signIn = await headerOf(ask(), `await signIn("POST", ${url('/chat/completions')})`, env())
    const answer = await run('bash', `${curlCode(ask())}`, { VENDOR_SIGN_IN: signIn })
    expect(answer).toContain('chat.completion')
    const payment = await headerOf(topUp(), `await pay(${url('/x402/top-up')})`, env())
    const paid = await run('bash', curlCode(topUp()), { VENDOR_PAYMENT: payment })
    expect(paid).toContain('"success":true')
  })

  it('holds neither a key nor a signature, and says how the headers are made', () => {
    for (const [request, variable] of [
      [ask(), 'VENDOR_SIGN_IN'],
      [topUp(), 'VENDOR_PAYMENT'],
    ] as const) {
      for (const write of [fetchCode, javascriptCode]) {
        const code = write(request)
        expect(code).not.toMatch(/0x[0-9a-f]{64}|redacted|eyJ/i)
        expect(code).toContain(`process.env["${family.toUpperCase()}_PRIVATE_KEY"]`)
      }
      for (const write of [curlCode, pythonCode]) {
        const code = write(request)
        expect(code).toContain(`# ${variable} is one`)
        expect(code).toContain('# 3. Take the base64 of the JSON')
        for (const line of code.split('\n').filter((one) => one.startsWith('#')))
          expect(line.length).toBeLessThan(60)
        expect(code).not.toMatch(/redacted|eyJ/)
      }
    }
  })
})

it('a sign-in made by the steps of the comment is taken', async () => {
  const url = `${service.baseUrl}/chat/completions`
  const refused = (await (await fetch(url, { method: 'POST' })).json()) as {
    extensions: Record<string, { info: SignInFields; supportedChains: { chainId: string }[] }>
  }
  const challenge = refused.extensions['sign-in-with-x']
  const chain = challenge?.supportedChains.find(({ chainId }) => chainId.startsWith('eip155:'))
  if (challenge === undefined || chain === undefined) throw new Error('There is no challenge.')
  const wallet = evmWallet(evmKey)
  const fields = { ...challenge.info, address: wallet.address, chainId: chain.chainId }
  const signature = await wallet.signMessage(signInText(fields) ?? '')
  const proof = JSON.stringify({ ...fields, type: 'eip191', signature })
  const code = curlCode(requestOf('/chat/completions', 'SIGN-IN-WITH-X', chat))
  const env = { VENDOR_SIGN_IN: Buffer.from(proof).toString('base64') }
  expect(await run('bash', code, env)).toContain('chat.completion')
})
