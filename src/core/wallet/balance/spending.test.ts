import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'

import type { Charge } from '../../client/world.ts'
import { addCharge, dayOf, daysBefore, listSpending } from '../../storage/spending/spending.ts'
import { spendingBy, spendingCsv, spendingSince, spendingStrip } from './spending.ts'

const NOW = new Date(2026, 10, 23, 15).getTime()
const DAY = 86_400_000

const charge = (changes: Partial<Charge> = {}): Charge => ({
  at: NOW,
  connection: { id: 'local', name: 'Local' },
  model: 'sandbox-chat',
  microUsd: 30,
  ...changes,
})

beforeEach(() => {
  indexedDB.deleteDatabase('vendor-playground-spending')
})

test('behavior: charges that arrive together add up, by day, connection, model and conversation', async () => {
  const titles = new Map([['c1', 'Lisbon']])
  await Promise.all([
    ...Array.from({ length: 20 }, () => addCharge(charge({ conversationId: 'c1' }))),
    addCharge(charge({ model: 'other', microUsd: 1 })),
    addCharge(charge({ at: NOW - DAY, conversationId: 'c2', microUsd: 7 })),
    addCharge(charge({ connection: { id: 'b', name: '<b>Work</b>' }, microUsd: 100 })),
  ])
  const rows = await listSpending()
  expect(rows).toHaveLength(4)
  const by = (group: Parameters<typeof spendingBy>[0]) =>
    spendingBy(group, rows, titles).map(({ name, microUsd, requests }) => [
      name,
      microUsd,
      requests,
    ])
  expect(by('day')).toEqual([
    ['2026-11-23', 701, 22],
    ['2026-11-22', 7, 1],
  ])
  expect(by('model')).toEqual([
    ['sandbox-chat', 707, 22],
    ['other', 1, 1],
  ])
  expect(by('connection')).toEqual([
    ['Local', 608, 22],
    ['<b>Work</b>', 100, 1],
  ])
  expect(by('conversation')).toEqual([
    ['Lisbon', 600, 20],
    ['Other requests', 101, 2],
    ['Deleted conversation', 7, 1],
  ])
  expect(spendingSince(rows, 1, NOW)).toHaveLength(3)
  expect(spendingSince(rows, undefined, NOW)).toHaveLength(4)
  expect(spendingStrip(rows, 3, NOW)).toEqual([
    { day: '2026-11-21', microUsd: 0 },
    { day: '2026-11-22', microUsd: 7 },
    { day: '2026-11-23', microUsd: 701 },
  ])
  expect(spendingCsv(rows, titles).split('\r\n')).toEqual([
    'day,connection,model,conversation,requests,microUsd,estimatedMicroUsd',
    '2026-11-22,Local,sandbox-chat,Deleted conversation,1,7,0',
    '2026-11-23,<b>Work</b>,sandbox-chat,,1,100,0',
    '2026-11-23,Local,other,,1,1,0',
    '2026-11-23,Local,sandbox-chat,Lisbon,20,600,0',
    '',
  ])
})

test('days that are too old go with the next charge', async () => {
  await addCharge(charge({ at: NOW - 500 * DAY, model: 'old' }))
  await addCharge(charge({ model: 'new' }))
  const models = (await listSpending()).map(({ model }) => model)
  expect(models).toContain('new')
  expect(models).not.toContain('old')
})

test('a day is the one on the clock of this browser, also where the clocks change', () => {
  const noon = new Date(2026, 2, 30, 12).getTime()
  expect(dayOf(new Date(2026, 0, 5, 0, 1).getTime())).toBe('2026-01-05')
  const days = Array.from({ length: 400 }, (_, index) => daysBefore(noon, index))
  expect(new Set(days).size).toBe(400)
  expect(days.slice(0, 3)).toEqual(['2026-03-30', '2026-03-29', '2026-03-28'])
})
