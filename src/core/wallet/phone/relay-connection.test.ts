import { EventEmitter } from 'node:events'

import { expect, it } from 'vitest'

import { RelayUnreachable } from './phone-errors.ts'
import { connected } from './relay-connection.ts'

const relay = (connected = false) => Object.assign(new EventEmitter(), { connected })

it('is connected when it is connected, now or later', async () => {
  await connected(relay(true))
  const later = relay()
  const waiting = connected(later)
  later.emit('relayer_connect')
  await waiting
  expect(later.eventNames()).toEqual([])
})

it('is unreachable when it refuses, or says nothing for long', async () => {
  const refusing = relay()
  const refused = connected(refusing)
  refusing.emit('relayer_error')
  await expect(refused).rejects.toBeInstanceOf(RelayUnreachable)
  const silent = relay()
  await expect(connected(silent, 1)).rejects.toBeInstanceOf(RelayUnreachable)
  expect(silent.eventNames()).toEqual([])
})
