import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { PRACTICE_ORIGIN } from '../../../../contract/practice/practice-api.ts'
import { encodeSetup, decodeSetup } from '../../share/codec.ts'
import type { SharedSetup } from '../../share/setup.ts'
import {
  createSavedConnections,
  type SavedConnection,
} from '../../storage/connection/saved-connections.ts'
import { textStorage } from '../../storage/db/browser-storage.ts'
import { memoryText, TestStorage } from '../../storage/testing/test-storage.ts'
import { storeBalances } from '../account/last-balance.ts'
import { json } from '../body/response-body.ts'
import { createClient, type Client } from '../client.ts'
import { callOperation } from '../operation.ts'
import { request } from '../request.ts'
import { fakeClient, jsonResponse } from '../testing/fake-world.ts'
import { type Connection, PRACTICE_ID } from './connections.ts'
import { secretsCredential } from './credential.ts'
import { chooseSaved, isOpen } from './saved-choice.ts'

/*
 * Two tabs of one browser switch between connections, send, abort, and get late responses in any order,
 * while a saved connection may be moved to another origin and hostile links are opened. Two connections
 * are at one origin, and all keys end alike, so that nothing is told apart by its label.
 */

const SCHEDULES = Number(process.env['SOAK_SCHEDULES'] ?? 1_000)
const ORIGINS = ['https://a.example', 'https://a.example', 'https://b.example', 'https://c.example']
const keyOf = (at: number) => `sk-connection-${at}-0123456789-same`
const headerOf = (at: number) => `secret-header-of-${at}-same`
const USD = 1_000_000

const savedAt = (at: number): SavedConnection => ({
  id: `id-${at}`,
  name: `Connection ${at}`,
  baseUrl: `${ORIGINS[at]}/v1`,
  providerName: 'vendor',
  headers: [],
  secretHeaders: ['api-key'],
  usesKey: true,
  color: at,
  addedAt: at,
  lastUsedAt: 0,
})

const noneIsSealed = () => {
  throw new Error('No key is in a vault here.')
}

/** Setups that a link might carry to change where requests go, or with what. */
const hostile: readonly string[] = [
  ...['baseUrl', 'apiUrl', 'base_url', 'connection', 'headers', 'key', 'settings', 'url'].map(
    (field) => ({ area: 'chat', model: 'm', [field]: 'https://evil.example' }),
  ),
  ...[
    '//evil.example/x',
    '/\\evil.example',
    '@evil.example/',
    '.evil.example/',
    'https://evil.example',
    '/../../x',
    '/x?u=https://evil.example',
    '/x#@evil.example',
    ':1@evil.example',
    '/%2f%2fevil.example',
  ].map((path) => ({ area: 'explore', method: 'GET', path })),
  {
    area: 'image',
    fields: { image: 'https://evil.example/x.png', baseUrl: 'https://evil.example' },
  },
  {
    area: 'explore',
    method: 'GET',
    path: '/x',
    baseUrl: 'https://evil.example',
    headers: [['a', 'b']],
  },
].map((setup) => encodeSetup(setup as unknown as SharedSetup))

interface Pending {
  origin: string
  /** Which connection's key came with it; undefined: none. */
  paidBy: number | undefined
  respond: () => void
}

interface Tab {
  client: Client
  running: AbortController[]
  switchTo: (at: number) => void
  openBeside: (at: number) => void
}

const local = new TestStorage()
beforeAll(() => void vi.stubGlobal('localStorage', local))
afterAll(() => void vi.unstubAllGlobals())

const step = fc.record({
  tab: fc.nat(1),
  act: fc.constantFrom(
    'switch',
    'switch',
    'send',
    'send',
    'beside',
    'abort',
    'respond',
    'respond',
    'link',
    'move',
    'close',
    'hear',
  ),
  at: fc.nat(19),
})

test(`behavior: over ${SCHEDULES} schedules of two tabs no secret and no balance is at the wrong origin`, async () => {
  let requests = 0
  let balances = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      local.clear()
      const pending: Pending[] = []
      const wrong: string[] = []
      const ends: Promise<unknown>[] = []
      const events = new EventTarget()

      const openTab = (): Tab => {
        const { world } = fakeClient(({ url, headers }) => {
          requests += 1
          const { origin } = new URL(url)
          const text = JSON.stringify(headers)
          const holds = ORIGINS.flatMap((_, at) =>
            text.includes(keyOf(at)) || text.includes(headerOf(at)) ? [at] : [],
          )
          for (const at of holds) if (ORIGINS[at] !== origin) wrong.push(`key ${at} at ${origin}`)
          if (holds.length > 1 || ![...ORIGINS, PRACTICE_ORIGIN].includes(origin))
            wrong.push(`keys ${holds.join()} at ${origin}`)
          const [paidBy] = holds
          const usd = paidBy === undefined ? 99 : paidBy + 1
          return new Promise<Response>((resolve) => {
            const respond = () =>
              resolve(jsonResponse({}, { headers: { 'x-balance-remaining': `${usd}` } }))
            pending.push({ origin, paidBy, respond })
          })
        })
        const client = createClient({ ...world, events, storage: local })
        client.connections.store.setState({
          config: { mode: 'static', providerName: 'vendor', apiOrigins: [] },
        })
        storeBalances(client)
        const saved = createSavedConnections({
          local: textStorage(() => local),
          session: memoryText(),
          events,
        })
        const find = (at: number) =>
          saved.store.getState().find(({ id }) => id === `id-${at}`) ?? savedAt(at)
        // A person enters the key for the origin that they know the connection to be at.
        const credential = (at: number) =>
          secretsCredential(
            { apiKey: keyOf(at), headers: [['api-key', headerOf(at)]] },
            ORIGINS[at] ?? '',
          )
        return {
          client,
          running: [],
          switchTo: (at) => {
            if (!chooseSaved(client, find(at), noneIsSealed))
              client.connections.connectRemote(find(at), credential(at))
          },
          openBeside: (at) => {
            if (!isOpen(client.connections.store.getState().open, find(at)))
              client.connections.open(find(at), credential(at))
          },
        }
      }
      const tabs = [openTab(), openTab()] as const
      tabs.forEach((tab, at) => tab.switchTo(at))

      const send = (tab: Tab, connection: Connection | undefined) => {
        if (connection === undefined) return
        const controller = new AbortController()
        tab.running.push(controller)
        const { signal } = controller
        const read = json((value) => value, 'JSON')
        ends.push(request(tab.client, connection, { method: 'GET', path: '/x' }, { signal, read }))
      }
      const check = () => {
        for (const { client } of tabs) {
          const { connection, open } = client.connections.store.getState()
          const shown = client.accounts.current.getState().balanceMicroUsd
          const known = open.map((one) => [one, client.accounts.of(one).balanceMicroUsd] as const)
          const all = connection === undefined ? known : [...known, [connection, shown] as const]
          for (const [{ id, credential }, microUsd] of all) {
            if (microUsd === undefined) continue
            balances += 1
            const isKey = credential !== undefined && id !== PRACTICE_ID
            const own = isKey ? Number(id.slice(3)) + 1 : 99
            if (microUsd !== own * USD) wrong.push(`balance ${microUsd} shown for ${id}`)
          }
          if (connection === undefined && shown !== undefined) wrong.push('a balance of nothing')
        }
      }

      for (const { tab: which, act, at } of steps) {
        const tab = tabs[which === 0 ? 0 : 1]
        const { connections } = tab.client
        const id = `id-${at % 4}`
        if (act === 'switch') tab.switchTo(at % 4)
        else if (act === 'beside') tab.openBeside(at % 4)
        else if (act === 'send')
          send(
            tab,
            at % 3 === 0
              ? connections.store.getState().open.at(at % 4)
              : connections.store.getState().connection,
          )
        else if (act === 'abort') tab.running[at % Math.max(1, tab.running.length)]?.abort()
        else if (act === 'respond')
          pending.splice(at % Math.max(1, pending.length), 1)[0]?.respond()
        else if (act === 'close') connections.close(id)
        else if (act === 'hear')
          events.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
        else if (act === 'move') {
          const moved = { ...savedAt(at % 4), baseUrl: `${ORIGINS[(at + 2) % 4]}/v1` }
          local.setItem(`playground.connection.${id}`, JSON.stringify(moved))
        } else {
          const before = connections.store.getState()
          const reading = decodeSetup(hostile[at % hostile.length] ?? '')
          expect(connections.store.getState()).toBe(before)
          const { connection } = before
          // Even where a person then sends what the link brought.
          if (reading.ok && reading.setup.area === 'explore' && connection !== undefined) {
            const controller = new AbortController()
            tab.running.push(controller)
            const { method, path } = reading.setup
            ends.push(
              callOperation(
                tab.client,
                connection,
                { method, path },
                { signal: controller.signal },
              ),
            )
          }
        }
        for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
        check()
      }
      for (const { running } of tabs) for (const controller of running.slice(1)) controller.abort()
      for (const { respond } of pending) respond()
      const isOver = Promise.all(ends).then(() => true)
      let over = false
      void isOver.then(() => (over = true))
      while (!over) {
        for (const { respond } of pending) respond()
        await new Promise((resolve) => void setImmediate(resolve))
      }
      check()
      const stored = Array.from({ length: local.length }, (_, at) =>
        local.getItem(local.key(at) ?? ''),
      )
      expect(stored.join()).not.toMatch(/sk-connection|secret-header/)
      expect(wrong).toEqual([])
    }),
    { numRuns: SCHEDULES, seed: 38 },
  )
  // It was not for want of requests and balances.
  expect(requests).toBeGreaterThan(SCHEDULES)
  expect(balances).toBeGreaterThan(SCHEDULES)
})
