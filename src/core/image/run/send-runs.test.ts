import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { spendLimitsOf } from '../../client/admission/spend-limits.ts'
import type { Client } from '../../client/client.ts'
import { BASE_URL, fakeClient, jsonResponse, openBody } from '../../client/testing/fake-world.ts'
import type { World } from '../../client/world.ts'
import { fakeLockManager } from '../../journal/testing/fake-locks.ts'
import type { ImageRun } from '../../storage/images/image-run.ts'
import { deleteImageRun, listImageRuns } from '../../storage/images/image-runs.ts'
import type { ImageWorld } from '../image-editor.ts'
import { testEditor } from '../testing/test-editor.ts'
import { canCancel, cancelRun, followRuns, runById } from './runs.ts'
import { sendRuns } from './start-edit.ts'

const PRICE = 40_000

function run(id: string, more: Partial<ImageRun> = {}): ImageRun {
  return {
    id,
    batchId: 'batch',
    startedAt: 1,
    state: 'running',
    source: { kind: 'file', file: new Blob(['image']), fileName: 'a.png' },
    fields: { prompt: 'blue' },
    transport: 'multipart',
    headers: [],
    providerName: 'vendor',
    priceMicroUsd: PRICE,
    ...more,
  }
}

/** An editor whose API responds so, and what it exchanges. */
function editorOf(
  respond: Parameters<typeof fakeClient>[0],
  change: Partial<ImageWorld> = {},
  ofWorld: Partial<World> = {},
) {
  const { client, world, connection } = fakeClient(
    // A key's balance is read before and after.
    (sent) =>
      sent.url.endsWith('/image/edit') ? respond(sent) : jsonResponse({}, { status: 404 }),
    ofWorld,
  )
  const exchanges: string[] = []
  const editor = testEditor({
    client,
    toBase64: async () => 'aW1hZ2U=',
    saveExchange: async (id) => void exchanges.push(id),
    ...change,
  })
  return { editor, client, world, connection, exchanges }
}

beforeEach(async () => {
  for (const { id } of await listImageRuns()) await deleteImageRun(id)
})

afterEach(() => {
  vi.restoreAllMocks()
})

const edits = ({ sent }: { sent: readonly { url: string }[] }) =>
  sent.filter(({ url }) => url.endsWith('/image/edit'))

const image = () => new Response(new Blob(['edited'], { type: 'image/png' }))

function spent(client: Client): number | undefined {
  return spendLimitsOf(client).log.getState().log?.session.spent
}

describe('a batch of image edits', () => {
  test('sent as JSON: its exchange knows the name of the file that was chosen', async () => {
    const { editor, client, connection } = editorOf(image)
    await sendRuns(editor, connection, [run('a', { transport: 'json' })], false)
    const exchanges = Object.values(client.exchanges.store.getState().byId)
    expect(exchanges.map(({ request }) => request.fileNames)).toContainEqual({ image: 'a.png' })
  })

  test('is stored before it is sent, sent once each, and counted by its price', async () => {
    const seen: string[] = []
    const { editor, client, world, connection, exchanges } = editorOf(async () => {
      seen.push(...(await listImageRuns()).map(({ id, state }) => `${id} ${state}`))
      return image()
    })
    await spendLimitsOf(client).setLimits(connection, { session: 1_000_000 })
    await sendRuns(editor, connection, [run('a'), run('b')], false)
    expect(seen.slice(0, 2).toSorted()).toEqual(['a running', 'b running'])
    expect(edits(world)).toHaveLength(2)
    expect((await listImageRuns()).map(({ state }) => state)).toEqual(['done', 'done'])
    expect(canCancel(editor, 'a') || canCancel(editor, 'b')).toBe(false)
    expect(exchanges).toHaveLength(2)
    expect(spent(client)).toBe(2 * PRICE)
  })

  test('that cannot be stored is sent all the same, and said', async () => {
    const { editor, world, connection } = editorOf(image)
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
    await sendRuns(editor, connection, [run('a')], false)
    expect(edits(world)).toHaveLength(1)
    expect(runById(editor, 'a')?.state).toBe('done')
    expect(editor.runs.getState().unsaved).toBe('the disk is full')
  })

  test('remembers the balance before it', async () => {
    const { editor, client, connection } = editorOf(image)
    vi.spyOn(client.accounts, 'of').mockReturnValue({
      ...client.accounts.of(connection),
      balanceMicroUsd: 5,
    })
    await sendRuns(editor, connection, [run('a')], false)
    expect(runById(editor, 'a')?.balanceBeforeMicroUsd).toBe(5)
  })

  test.for([
    ['declined', () => Promise.reject(new Error('User rejected'))],
    ['offline', undefined],
  ] as const)('%s: not sent, says so, costs nothing', async ([kind, authorize]) => {
    const { editor, client, world, connection } = editorOf(image)
    await spendLimitsOf(client).setLimits(connection, { session: 1_000_000 })
    if (authorize === undefined) client.network.store.setState({ offline: true })
    const paying =
      authorize === undefined
        ? connection
        : {
            ...connection,
            credential: {
              kind: 'wallet' as const,
              label: 'w',
              origin: new URL(BASE_URL).origin,
              authorize,
            },
          }
    await sendRuns(editor, paying, [run('a')], false)
    expect(runById(editor, 'a')).toMatchObject({
      state: 'failed',
      notSent: true,
      failure: { kind },
    })
    expect(edits(world)).toHaveLength(0)
    expect(spent(client)).toBe(0)
  })

  test('over a limit: not sent, unless a person says so', async () => {
    const { editor, client, world, connection } = editorOf(image)
    await spendLimitsOf(client).setLimits(connection, { request: 1 })
    await sendRuns(editor, connection, [run('a')], false)
    expect(runById(editor, 'a')).toMatchObject({
      state: 'failed',
      notSent: true,
      failure: { kind: 'over_spend_cap' },
    })
    await sendRuns(editor, connection, [run('b')], true)
    expect(runById(editor, 'b')?.state).toBe('done')
    expect(edits(world)).toHaveLength(1)
  })

  test('out of reach: it may have been billed, so its price counts', async () => {
    const { editor, client, connection } = editorOf(() => Promise.reject(new TypeError('gone')))
    await spendLimitsOf(client).setLimits(connection, { session: 1_000_000 })
    await sendRuns(editor, connection, [run('a')], false)
    const { state, notSent } = runById(editor, 'a') ?? {}
    expect([state, notSent]).toEqual(['failed', undefined])
    expect(spent(client)).toBe(PRICE)
  })

  test('refused by the service: it costs nothing', async () => {
    const { editor, client, connection } = editorOf(() =>
      jsonResponse({ error: 'no' }, { status: 422 }),
    )
    await spendLimitsOf(client).setLimits(connection, { session: 1_000_000 })
    await sendRuns(editor, connection, [run('a')], false)
    expect(runById(editor, 'a')).toMatchObject({ state: 'failed', failure: { status: 422 } })
    expect(spent(client)).toBe(0)
  })

  test('text in the place of a picture is a failure', async () => {
    const { editor, connection } = editorOf(() => jsonResponse({ url: 'x' }))
    await sendRuns(editor, connection, [run('a')], false)
    expect(runById(editor, 'a')?.failure?.kind).toBe('unexpected_answer')
  })

  test('cancelled in flight: stopped, and not called unsent', async () => {
    const { editor, connection } = editorOf(({ signal }) => {
      queueMicrotask(() => {
        cancelRun(editor, 'a')
        cancelRun(editor, 'b')
      })
      return openBody({ headers: { 'content-type': 'image/png' } }, signal).response
    })
    await sendRuns(editor, connection, [run('a'), run('b', { transport: 'json' })], false)
    expect(runById(editor, 'a')).toMatchObject({ state: 'stopped' })
    expect(runById(editor, 'a')?.notSent).toBeUndefined()
    expect(runById(editor, 'b')?.state).toBe('stopped')
    expect(canCancel(editor, 'a') || canCancel(editor, 'b')).toBe(false)
  })

  test('a file that cannot be read any more: not sent, and the others go on', async () => {
    const { editor, world, connection } = editorOf(image, {
      toBase64: () => Promise.reject(new Error('The file is gone.')),
    })
    const url = { kind: 'url' as const, url: 'https://x.example/a.png' }
    await sendRuns(
      editor,
      connection,
      [run('a', { transport: 'json' }), run('b', { transport: 'json', source: url })],
      false,
    )
    expect(runById(editor, 'a')).toMatchObject({
      state: 'failed',
      notSent: true,
      failure: { kind: 'declined', message: 'The file is gone.' },
    })
    expect(runById(editor, 'b')?.state).toBe('done')
    expect(edits(world)).toHaveLength(1)
  })

  test('cut by a reload is of unknown outcome, and is not sent again', async () => {
    const locks = fakeLockManager()
    const page = (closed = { is: false, drops: new Set<() => void>() }) => {
      const never = () => new Promise<Response>(() => undefined)
      return { ...editorOf(never, {}, { locks: locks.of(closed) }), closed }
    }
    const first = page()
    void sendRuns(first.editor, first.connection, [run('a')], false)
    await vi.waitFor(() => expect(edits(first.world)).toHaveLength(1))
    const second = page()
    const stop = followRuns(second.editor)
    await vi.waitFor(() => expect(runById(second.editor, 'a')?.state).toBe('running'))
    first.closed.is = true
    for (const drop of first.closed.drops) drop()
    await vi.waitFor(() => expect(runById(second.editor, 'a')?.state).toBe('unknown'))
    expect(edits(second.world)).toHaveLength(0)
    stop()
  })
})
