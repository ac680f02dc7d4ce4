import { isJsonObject, readJson, type JsonObject } from '../../../../contract/json.ts'
import { fakeClient, jsonResponse } from '../../client/testing/fake-world.ts'
import { fakeLockManager } from '../../journal/testing/fake-locks.ts'
import { cellKey, type Board, type CellRecord, type CheckOutcome } from '../board.ts'
import { createEvaluation, type Evaluation } from '../run/evaluation.ts'

/** What the service does with a request, decided when it arrives. */
export interface Reply {
  /** ms until the response, or until the connection breaks. */
  after: number
  /** No response: the connection breaks. It is charged all the same. */
  isLost?: boolean
  status?: number
  headers?: Record<string, string>
  text?: string
  /** micro-USD. */
  cost?: number
}

/** A chat request as the service saw it. */
interface ServedRequest {
  at: number
  body: JsonObject
  status: number | undefined
  cost: number
}

interface Timer {
  at: number
  fire: () => void
}

/**
 * Tabs of one browser in virtual time, and the service that they talk to. `readMs` is how long the next read of
 * stored cells takes.
 */
export function fakeBrowser(
  reply: (body: JsonObject, served: number) => Reply,
  readMs: () => number = () => 0,
) {
  let now = 1_780_000_000_000
  let timers: Timer[] = []
  const cells = new Map<string, CellRecord>()
  const deleted = { board: false }
  const locks = fakeLockManager()
  const localStorage = new Map<string, string>()
  const served: ServedRequest[] = []
  const atOnce = { now: 0, most: 0 }
  let ids = 0

  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal?.aborted === true) return resolve()
      const give = () => {
        timers = timers.filter((one) => one !== timer)
        signal?.removeEventListener('abort', give)
        resolve()
      }
      const timer = { at: now + ms, fire: give }
      timers.push(timer)
      signal?.addEventListener('abort', give)
    })

  const serve = async (body: JsonObject, tab: { is: boolean; drops: Set<() => void> }) => {
    const {
      after,
      isLost = false,
      status = 200,
      headers = {},
      ...rest
    } = reply(body, served.length)
    const cost = isLost || status < 400 ? (rest.cost ?? 100) : 0
    served.push({ at: now, body, status: isLost ? undefined : status, cost })
    atOnce.now += 1
    atOnce.most = Math.max(atOnce.most, atOnce.now)
    // A tab that is closed closes its connections.
    const disconnect = () => {
      atOnce.now -= 1
    }
    tab.drops.add(disconnect)
    await sleep(after)
    if (tab.drops.delete(disconnect)) disconnect()
    if (isLost) throw new TypeError('network error')
    if (status >= 400) return jsonResponse({ error: 'refused' }, { status, headers })
    return jsonResponse(completion(rest.text ?? 'Paris', cost), { headers })
  }

  return {
    cells,
    served,
    atOnce,
    deleted,
    now: () => now,
    /** The cells as they are stored, by status, or by what all or any of their checks found. */
    count: (state: CellRecord['status'] | 'passed' | 'failed') =>
      [...cells.values()].filter(({ status, outcomes = [] }) => {
        const has = (result: CheckOutcome['result']) =>
          outcomes.some((one) => one.result === result)
        if (state === 'failed') return has('failed')
        return state === 'passed' ? has('passed') && !has('failed') : status === state
      }).length,
    spent: () => served.reduce((sum, { cost }) => sum + cost, 0),
    /** Lets time pass until a promise settles. */
    async until<T>(promise: Promise<T>): Promise<T> {
      let isSettled = false
      const settle = () => {
        isSettled = true
      }
      promise.then(settle, settle)
      let steps = 0
      for (let idle = 0; idle < 500; idle += 1) {
        for (let tick = 0; tick < 3; tick += 1) await new Promise((next) => setImmediate(next))
        if (isSettled) return promise
        const [first, ...others] = timers.toSorted((a, b) => a.at - b.at)
        if (first === undefined) continue
        idle = 0
        timers = others
        now = Math.max(now, first.at)
        first.fire()
        if ((steps += 1) > 3_000) throw new Error('It spins.')
      }
      throw new Error('It never ends.')
    },
    sleep,
    /** Opens a tab. `onWrite` is called before each write of cells, and may close it. */
    openTab(onWrite: (records: readonly CellRecord[]) => void = () => undefined): Tab {
      const closed = { is: false, drops: new Set<() => void>() }
      /** Nothing happens in a tab that is closed. */
      const alive = <T>(value: T): T | Promise<never> =>
        closed.is ? new Promise<never>(() => undefined) : value
      const shown = new Map<string, CellRecord>()
      const { client, world } = fakeClient(
        async ({ url, body }) => {
          if (url.includes('/models'))
            return jsonResponse({ object: 'list', type: 'text', data: MODELS })
          const value = readJson(typeof body === 'string' ? body : '')
          return alive(serve(isJsonObject(value) ? value : {}, closed).then(alive))
        },
        {
          clock: { now: () => now, elapsed: () => now },
          locks: locks.of(closed),
          storage: {
            getItem: (key) => localStorage.get(key) ?? null,
            setItem: (key, text) => void localStorage.set(key, text),
          },
          random: {
            uuid: () => `id-${(ids += 1)}`,
            bytes: (length) => new Uint8Array(length).fill(7),
          },
        },
      )
      const evaluation = createEvaluation({
        client,
        storage: {
          async loadCells() {
            const ms = readMs()
            if (ms > 0) await sleep(ms)
            return alive([...cells.values()])
          },
          async saveCells(_, records) {
            onWrite(records)
            await alive(undefined)
            if (deleted.board) return false
            for (const record of records) cells.set(cellKey(record), record)
            return alive(true)
          },
        },
        checkWorkers: {
          findPattern: () => Promise.reject(new Error('not here')),
          validateJson: () => Promise.reject(new Error('not here')),
          runCode: () => Promise.reject(new Error('not here')),
        },
        wait: (ms, signal) => (closed.is ? new Promise(() => undefined) : sleep(ms, signal)),
        onCells: (records) => {
          for (const record of records) shown.set(cellKey(record), record)
        },
        onExchange: () => undefined,
      })
      return {
        evaluation,
        client,
        shown,
        reported: world.reported,
        close: () => {
          closed.is = true
          for (const drop of closed.drops) {
            closed.drops.delete(drop)
            drop()
          }
        },
      }
    },
  }
}

export interface Tab {
  evaluation: Evaluation
  client: ReturnType<typeof fakeClient>['client']
  /** The cells as this tab shows them. */
  shown: ReadonlyMap<string, CellRecord>
  reported: readonly unknown[]
  /** Ends the tab at once, as a crash does: its locks are free, what it was doing is lost. */
  close(): void
}

const spec = { traits: [], maxCompletionTokens: 1_000 }

/** `cheap` costs at most a little more than 100 micro-USD with max_tokens 100; `free` has no price. */
const MODELS = [
  { id: 'cheap', model_spec: { ...spec, pricing: { input: { usd: 1 }, output: { usd: 1 } } } },
  { id: 'judge', model_spec: { ...spec, pricing: { input: { usd: 1 }, output: { usd: 1 } } } },
  { id: 'unpriced', model_spec: spec },
]

function completion(content: string, cost: number): JsonObject {
  return {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'cheap',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
    cost: { usd: cost / 1_000_000, diem: 0 },
  }
}

/** A board of so many cases whose cells can be told apart by their requests. */
export function boardOf(cases: number, change: Partial<Board> = {}): Board {
  return {
    id: 'board',
    name: 'Board',
    createdAt: 1,
    updatedAt: 1,
    prompt: '{{input}}',
    configurations: [
      { id: 'a', model: 'cheap', settings: { stream: false, max_completion_tokens: 100 } },
    ],
    cases: Array.from({ length: cases }, (_, at) => ({
      id: `case-${at}`,
      variables: { input: `Question ${at}` },
    })),
    checks: [],
    repeats: 1,
    ...change,
  }
}
