import { appendFileSync, rmSync } from 'node:fs'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isJsonObject } from '../../../contract/json.ts'
import { makeAppFolder } from '../app-folder.ts'
import { serviceWithoutPort } from '../service-without-port.ts'
import { evmRpc, faucet, solanaRpc } from './chain-fuzz.ts'
import { type FuzzedRoute, fuzzRoute } from './fuzz-route.ts'
import { imageForm, imageJson } from './image-fuzz.ts'
import { POSTING, transcriptions } from './operations-fuzz.ts'
import { anywhere, READING } from './read-fuzz.ts'
import { topUp, WALLET_READING, walletChat } from './wallet-fuzz.ts'

/** The suite runs a hundred for each route; FUZZ_RUNS=10000 asks for more (bench/soak/fuzz-bench.mjs). */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100)
/** Where a bench wants the figures, one line of JSON each. */
const FIGURES = process.env['FUZZ_FIGURES']

let appFolder = ''
beforeAll(() => {
  appFolder = makeAppFolder()
})
afterAll(() => rmSync(appFolder, { recursive: true }))

/** How many requests were answered as all must be: no 500, no hang, no unexpected error, no other's data. */
async function fuzz<Idea>(route: FuzzedRoute<Idea>): Promise<number> {
  const figures = await fuzzRoute(route, RUNS, appFolder)
  if (FIGURES !== undefined) appendFileSync(FIGURES, `${JSON.stringify(figures)}\n`)
  return Object.values(figures.statuses).reduce((sum, count) => sum + count, 0)
}

const SOLID = { width: 256, height: 256, channels: 3, background: 'teal' } as const

async function pictures(): Promise<string[]> {
  const formats = ['png', 'jpeg', 'webp', 'gif'] as const
  const made = formats.map((format) => sharp({ create: SOLID }).toFormat(format).toBuffer())
  return (await Promise.all(made)).map((bytes) => bytes.toString('base64'))
}

/** Who is paid on the EVM chain here. */
async function payTo(): Promise<string> {
  const service = serviceWithoutPort()
  const body: unknown = await (
    await service.request('/api/v1/x402/top-up', { method: 'POST' })
  ).json()
  await service.close()
  const accepts = isJsonObject(body) && Array.isArray(body['accepts']) ? body['accepts'] : []
  return String(Reflect.get(Object(accepts[0]), 'payTo'))
}

describe('made-up requests are answered without a 500, a hang or anybody else’s data', () => {
  const timeout = 120_000 + RUNS * 1000
  const routes = [
    ...READING,
    anywhere,
    evmRpc,
    solanaRpc,
    faucet,
    walletChat,
    ...WALLET_READING,
    ...POSTING,
    transcriptions,
  ]
  it.each(routes.map(({ name }, index) => [name, index] as const))(
    '%s',
    { timeout },
    async (_, index) => {
      const route = routes[index]
      expect(route && (await fuzz(route as FuzzedRoute<unknown>))).toBe(RUNS)
    },
  )
  it('POST /x402/top-up', { timeout }, async () => {
    expect(await fuzz(topUp(await payTo()))).toBe(RUNS)
  })
  it('POST /image/edit (JSON)', { timeout }, async () => {
    expect(await fuzz(imageJson(await pictures()))).toBe(RUNS)
  })
  it('POST /image/edit (form)', { timeout }, async () => {
    expect(await fuzz(imageForm(await pictures()))).toBe(RUNS)
  })
})
