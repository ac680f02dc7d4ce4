/*
 * What Redis does in one step. The time is Redis' own, so that the clocks of the processes need not agree.
 */

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`

/** KEYS: counter. ARGV: amount, window in ms. Gives the count and when the window ends. */
export const ADD_TO_WINDOW = `${NOW}
local ends = (math.floor(now / ARGV[2]) + 1) * ARGV[2]
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', ends))
return {count, ends}`

/** KEYS: failures, block. ARGV: window in ms, budget, block in ms, an id of this failure. */
export const RECORD_FAILURE = `${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - ARGV[1]))
redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
if redis.call('ZCARD', KEYS[1]) > tonumber(ARGV[2]) then
  redis.call('DEL', KEYS[1])
  redis.call('SET', KEYS[2], '1', 'PX', ARGV[3])
end
return 0`

/** KEYS: failures. ARGV: window in ms. Gives how many of them count. */
export const COUNT_FAILURES = `${NOW}
return redis.call('ZCOUNT', KEYS[1], string.format('(%.0f', now - ARGV[1]), '+inf')`

/**
 * KEYS: the leases of a name. ARGV: id, amount, most, lifetime in ms. Gives all that is taken, or -1
 * where that would be more than may be. Leases whose process stopped renewing them have ended.
 */
export const TAKE_LEASE = `${NOW}
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
