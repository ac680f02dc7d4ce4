import { expect, test } from 'vitest'

import { chatRequestSchema, reviewRequest } from '../../../../contract/chat/request/request.ts'
import type { Model } from '../../../../contract/models/model.ts'
import { validate } from '../../../../contract/validation.ts'
import { addMessage } from '../conversation/authored-messages.ts'
import { setModel } from '../conversation/current-conversation.ts'
import { fakeMedia } from '../testing/fake-media.ts'
import { fakeChat } from '../testing/fake-world.ts'
import { applyStarter, starters, type StarterWorld } from './starters.ts'

test.each(Object.entries(starters))(
  '%s is a valid request that no rule remarks on',
  (_, starter) => {
    const result = validate(chatRequestSchema, {
      model: 'any',
      messages: [{ role: 'user', content: starter.draft }],
      ...starter.settings,
    })
    expect(result).toMatchObject({ ok: true })
    expect(result.ok && reviewRequest(result.value)).toEqual([])
  },
)

test('the setup that asks for citations asks for the sources that they point to', () => {
  expect(starters['Web search'].settings['vendor_parameters']).toMatchObject({
    enable_web_citations: true,
    include_search_results_in_stream: true,
  })
})

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function starterWorld(models?: readonly Model[]): StarterWorld {
  return {
    media: fakeMedia(),
    listModels: () =>
      models === undefined ? Promise.reject(new Error('offline')) : Promise.resolve(models),
    drawPicture: () => Promise.resolve(new File([PNG], 'shapes.png')),
  }
}

function chatOf(model: string) {
  const fake = fakeChat()
  setModel(fake.chat, model)
  return { ...fake, chosen: () => fake.chat.conversation.getState().conversation.model }
}

const tooled = (id: string, more: Model['model_spec'] = {}): Model => ({
  id,
  model_spec: { capabilities: { supportsFunctionCalling: true }, ...more },
})

test('an example sets everything up but sends nothing', async () => {
  const { chat, sent } = chatOf('small')
  const applied = await applyStarter(chat, starterWorld([]), 'Tools')
  expect(chat.conversation.getState().conversation.settings).toEqual(starters.Tools.settings)
  expect(applied).toEqual({ path: '/chat', prompt: starters.Tools.draft, attached: false })
  expect(chat.attachments.getState().list).toEqual([])
  expect(sent).toEqual([])
})

test('a conversation that has messages is shown at its own address', async () => {
  const { chat } = chatOf('small')
  addMessage(chat, { role: 'user', content: 'Hello?' })
  const { id } = chat.conversation.getState().conversation
  const { path } = await applyStarter(chat, starterWorld([]), 'Reasoning')
  expect(path).toBe(`/chat/${id}`)
})

test('the samples are attached as a picture and as a text', async () => {
  const { chat } = chatOf('small')
  const { attached } = await applyStarter(chat, starterWorld([]), 'Vision')
  expect(attached).toBe(true)
  await applyStarter(chat, starterWorld([]), 'Document')
  expect(chat.attachments.getState().list).toMatchObject([
    { kind: 'image', name: 'shapes.png' },
    { kind: 'file', name: 'release-notes.txt', mediaType: 'text/plain' },
  ])
})

test('the present model stays where it can do what is needed, also under the name of a trait', async () => {
  const models = [tooled('first'), tooled('small', { traits: ['fastest'] })]
  for (const name of ['small', 'fastest']) {
    const { chat, chosen } = chatOf(name)
    await applyStarter(chat, starterWorld(models), 'Tools')
    expect(chosen()).toBe(name)
  }
})

test('else the first model that can do it, is a text model and will stay is taken', async () => {
  const { chat, chosen } = chatOf('small')
  const models: Model[] = [
    { id: 'small', model_spec: { capabilities: { supportsFunctionCalling: false } } },
    { id: 'silent' },
    { ...tooled('painter'), type: 'image' },
    tooled('asleep', { offline: true }),
    tooled('leaving', { deprecation: { date: '2026-12-01' } }),
    { ...tooled('right'), type: 'text' },
    tooled('later'),
  ]
  await applyStarter(chat, starterWorld(models), 'Tools')
  expect(chosen()).toBe('right')
})

test('the present model stays where none is known to do it, or the list cannot be had', async () => {
  for (const models of [undefined, [], [{ id: 'silent' }]]) {
    const { chat, chosen } = chatOf('small')
    await applyStarter(chat, starterWorld(models), 'Tools')
    expect(chosen()).toBe('small')
  }
})
