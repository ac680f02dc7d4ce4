import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'

import { openPhoneStorage } from './phone-sessions.ts'

it('keeps over a reload what a session needs, and neither questions nor answers', async () => {
  const before = await openPhoneStorage()
  const kept = ['keychain', 'subscription', 'pairing', 'expirer', 'session']
  const passing = ['history', 'messages', 'request', 'proposal', 'event-client']
  for (const name of [...kept, ...passing]) await before.setItem(`wc@2:core:0.3//${name}`, [name])
  expect(await before.getItem('wc@2:core:0.3//history')).toEqual(['history'])
  expect(await before.getKeys()).toHaveLength(10)

  const after = await openPhoneStorage()
  expect(Object.fromEntries(await after.getEntries())).toEqual(
    Object.fromEntries(kept.map((name) => [`wc@2:core:0.3//${name}`, [name]])),
  )
  await after.removeItem('wc@2:core:0.3//session')
  const last = await openPhoneStorage()
  expect(await last.getItem('wc@2:core:0.3//session')).toBeUndefined()
  expect(await last.getItem('wc@2:core:0.3//keychain')).toEqual(['keychain'])
})
