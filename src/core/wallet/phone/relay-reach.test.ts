import { EventEmitter } from 'node:events'

import { expect, it } from 'vitest'

import { RelayUnreachable } from './phone-errors.ts'
import { reached } from './relay-reach.ts'

const relay = (connected = false) => Object.assign(new EventEmitter(), { connected })

it('is reached when it is connected, now or later', async () => {
  await reached(relay(true))
  const later = relay()
  const waiting = reached(later)
  later.emit('relayer_connect')
  await waiting
  expect(later.eventNames()).toEqual([])
})

it('is unreachable when it refuses, or says nothing for long', async () => {
  const refusing = relay()
  const refused = reached(refusing)
  refusing.emit('relayer_error')
  await expect(refused).rejects.toBeInstanceOf(RelayUnreachable)
  const silent = relay()
  await expect(reached(silent, 1)).rejects.toBeInstanceOf(RelayUnreachable)
  expect(silent.eventNames()).toEqual([])
})
