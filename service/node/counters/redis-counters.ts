import { createHash, randomUUID } from 'node:crypto'

import { createClient, ErrorReply } from '@redis/client'

import {
  FAILURE_BLOCK_MS,
  FAILURE_BUDGET,
  FAILURE_WINDOW_MS,
} from '../../../contract/limits/sizes.ts'
import { StorageUnavailable } from '../../app/errors.ts'
import type { Counters } from '../../app/limits/counters.ts'
import { RATE_WINDOW_MS } from '../../app/limits/rate-limiter.ts'
import type { Leases } from '../../app/limits/window-counters.ts'

/** A lease ends so long after its process last renewed it. */
const LEASE_MS = 60_000
const RENEW_EVERY_MS = 20_000
const CONNECT_TIMEOUT_MS = 5000
const ANSWER_TIMEOUT_MS = 2000

/** Runs a script in Redis. @throws StorageUnavailable when Redis does not answer */
type Evaluate = (
  script: string,
  keys: readonly string[],
  values: readonly (string | number)[],
) => Promise<unknown>

/**
 * Counters that all processes on one Redis share (`redis://host:port`).
 * @throws StorageUnavailable, with one line to show, when it does not answer at the start
 */
export async function openRedisCounters(url: string): Promise<Counters> {
  const client = createClient({
    url,
    // Whoever asks is told at once that it is away, instead of waiting in a queue.
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_TIMEOUT_MS },
    commandOptions: { timeout: ANSWER_TIMEOUT_MS },
  })
  const failed = new Promise<never>((_resolve, reject) => {
    // Without a listener a lost connection would end the process; the client reconnects by itself.
    client.on('error', (error: unknown) => reject(error))
  })
  failed.catch(() => undefined)
  try {
    await Promise.race([client.connect(), failed])
  } catch (error) {
    client.destroy()
    throw new StorageUnavailable('counter store of REDIS_URL', error)
  }

  const send = async (command: string[]): Promise<unknown> => {
    try {
      return await client.sendCommand(command)
    } catch (error) {
      if (error instanceof ErrorReply) throw error
      throw new StorageUnavailable('counter store', error)
    }
  }
  const evaluate: Evaluate = async (script, keys, values) => {
    const rest = [String(keys.length), ...keys, ...values.map(String)]
    try {
      return await send(['EVALSHA', createHash('sha1').update(script).digest('hex'), ...rest])
    } catch (error) {
      if (!(error instanceof ErrorReply) || !error.message.startsWith('NOSCRIPT')) throw error
      return send(['EVAL', script, ...rest])
    }
  }
  const leases = createRedisLeases(evaluate, (name, id) => send(['HDEL', name, id]))
  return {
    windows: {
      add: async (name, amount) => {
        const values = [amount, RATE_WINDOW_MS]
        const answer = await evaluate(ADD_TO_WINDOW, [`vendor:window:${name}`], values)
        const [count, endsAt] = Array.isArray(answer) ? answer.map(Number) : []
        return { count: count ?? 0, endsAt: endsAt ?? 0 }
      },
    },
    failures: {
      blockedFor: async (caller) =>
        Math.max(0, Number(await send(['PTTL', `vendor:blocked:${caller}`]))),
      recordFailure: async (caller, most = FAILURE_BUDGET) => {
        const keys = [`vendor:failures:${caller}`, `vendor:blocked:${caller}`]
        const values = [FAILURE_WINDOW_MS, most, FAILURE_BLOCK_MS, randomUUID()]
        await evaluate(RECORD_FAILURE, keys, values)
      },
      countOf: async (caller) => {
        const keys = [`vendor:failures:${caller}`]
        return Number(await evaluate(COUNT_FAILURES, keys, [FAILURE_WINDOW_MS]))
      },
    },
    leases,
    isReachable: () =>
      send(['PING']).then(
        () => true,
        () => false,
      ),
    close: async () => {
      leases.stop()
      await client.close().catch(() => client.destroy())
    },
  }
}

function createRedisLeases(
  evaluate: Evaluate,
  remove: (name: string, id: string) => Promise<unknown>,
): Leases & { stop(): void } {
  const open = new Map<string, { key: string; amount: number }>()
  const renewing = setInterval(() => {
    for (const [id, { key, amount }] of open)
      void evaluate(TAKE_LEASE, [key], [id, amount, Number.MAX_SAFE_INTEGER, LEASE_MS]).catch(
        () => undefined,
      )
  }, RENEW_EVERY_MS)
  renewing.unref()
  return {
    acquire: async (name, amount, most) => {
      const key = `vendor:lease:${name}`
      const id = randomUUID()
      const total = Number(await evaluate(TAKE_LEASE, [key], [id, amount, most, LEASE_MS]))
      if (total < 0) return undefined
      open.set(id, { key, amount })
      const release = () => {
        // What cannot be given back now ends by itself.
        if (open.delete(id)) void remove(key, id).catch(() => undefined)
      }
      return { total, release }
    },
    stop: () => clearInterval(renewing),
  }
}

/*
 * What Redis does in one step. The time is Redis' own, so that the clocks of the processes need not agree.
 */

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`

/** KEYS: counter. ARGV: amount, window in ms. Gives the count and when the window ends. */
const ADD_TO_WINDOW = `${NOW}
local ends = (math.floor(now / ARGV[2]) + 1) * ARGV[2]
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', ends))
return {count, ends}`

/** KEYS: failures, block. ARGV: window in ms, budget, block in ms, an id of this failure. */
const RECORD_FAILURE = `${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - ARGV[1]))
redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
if redis.call('ZCARD', KEYS[1]) > tonumber(ARGV[2]) then
  redis.call('DEL', KEYS[1])
  redis.call('SET', KEYS[2], '1', 'PX', ARGV[3])
end
return 0`

/** KEYS: failures. ARGV: window in ms. Gives how many of them count. */
const COUNT_FAILURES = `${NOW}
return redis.call('ZCOUNT', KEYS[1], string.format('(%.0f', now - ARGV[1]), '+inf')`

/**
 * KEYS: the leases of a name. ARGV: id, amount, most, lifetime in ms. Gives all that is taken, or -1
 * where that would be more than may be. Leases whose process stopped renewing them have ended.
 */
const TAKE_LEASE = `${NOW}
local total = tonumber(ARGV[2])
local leases = redis.call('HGETALL', KEYS[1])
for i = 1, #leases, 2 do
  local amount, ends = string.match(leases[i + 1], '^(%d+):(%d+)$')
  if tonumber(ends) <= now then
    redis.call('HDEL', KEYS[1], leases[i])
  elseif leases[i] ~= ARGV[1] then
    total = total + tonumber(amount)
  end
end
if total > tonumber(ARGV[3]) then return -1 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ':' .. string.format('%.0f', now + ARGV[4]))
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return total`
