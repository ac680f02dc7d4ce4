import { expect, test } from 'vitest'

import type { ChatSetup } from './setup.ts'
import { connectionNeeds } from './shared-content.ts'

const chat: ChatSetup = { area: 'chat', model: 'm', settings: {}, messages: [], attachments: [] }

test('an image wants vision, whether its bytes came along or not', () => {
  expect(connectionNeeds(chat)).toEqual([])
  const slot = { message: 0, part: 0, kind: 'image_url' as const, name: 'cat.png' }
  expect(connectionNeeds({ ...chat, attachments: [slot] })).toEqual(['vision'])
  const content = [{ type: 'image_url' as const, image_url: { url: 'https://x.example/a.png' } }]
  expect(connectionNeeds({ ...chat, messages: [{ role: 'user', content }] })).toEqual(['vision'])
  expect(connectionNeeds({ ...chat, messages: [{ role: 'user', content: 'Hi' }] })).toEqual([])
})

test('tools want a server with tools; other areas want nothing', () => {
  expect(connectionNeeds({ ...chat, settings: { tools: [] } })).toEqual(['tools'])
  expect(connectionNeeds({ area: 'image', fields: {} })).toEqual([])
})
