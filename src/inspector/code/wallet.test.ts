import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestService, type TestService } from '../../../service/testing/start-service.ts'
import { evmWallet } from '../../../service/testing/test-wallets.ts'
import { BASE_SEPOLIA } from '../../contract/wallet/networks.ts'
import { type CodeRequest, codeRequest } from './code-request.ts'
import { fetchCode } from './fetch.ts'
import { javascriptCode } from './javascript.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const key = `0x${randomBytes(32).toString('hex')}` as const
const { address } = evmWallet(key)
let service: TestService
let folder: string

beforeAll(async () => {
  service = await startTestService()
  folder = mkdtempSync(path.join(tmpdir(), 'wallet-code-'))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  await fetch(`${service.origin}/local/faucet`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ address, network: BASE_SEPOLIA.id }),
  })
})

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.stop()
})

function requestOf(at: string, header: string, more: object): CodeRequest {
  return codeRequest({
    request: {
      method: 'POST',
      url: service.baseUrl + at,
      path: at,
      headers: [[header, '<redacted 600 chars>']],
      bytes: 0,
      ...more,
    },
    headers: [],
  })
}

async function run(code: string): Promise<string> {
  const file = path.join(folder, 'code.mjs')
  writeFileSync(file, code)
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    env: { ...process.env, EVM_PRIVATE_KEY: key },
  })
  let output = ''
  child.stdout.on('data', (piece) => (output += String(piece)))
  child.stderr.on('data', (piece) => (output += String(piece)))
  await new Promise((done) => child.on('close', done))
  return output
}

const chat = {
  body: { model: 'sandbox-chat', messages: [{ role: 'user', content: '/tokens 5' }] },
}

describe('code of a request that a wallet paid, run against the service', () => {
  it('tops the wallet up, then signs in and is answered', async () => {
    const paid = await run(fetchCode(requestOf('/x402/top-up', 'PAYMENT-SIGNATURE', {})))
    expect(paid).toContain('"success":true')
    const asked = requestOf('/chat/completions', 'SIGN-IN-WITH-X', chat)
    expect(await run(fetchCode(asked))).toContain('chat.completion')
    expect((await run(javascriptCode(asked))).trim()).not.toMatch(/error|^$/i)
  })

  it('holds neither a key nor a signature', () => {
    for (const header of ['SIGN-IN-WITH-X', 'PAYMENT-SIGNATURE'])
      for (const write of [fetchCode, javascriptCode]) {
        const code = write(requestOf('/chat/completions', header, chat))
        expect(code).not.toMatch(/0x[0-9a-f]{64}|redacted|eyJ/i)
        expect(code).toContain('process.env["EVM_PRIVATE_KEY"]')
      }
  })
})
