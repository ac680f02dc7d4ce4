import { describe, expect, it } from 'vitest'

import { applySetup } from '../chat/setup/current-setup.ts'
import { fakeChat, settled } from '../chat/testing/fake-world.ts'
import { decodeSetup, encodeSetup } from '../share/codec.ts'
import { shareableChat } from '../share/shareable.ts'
import { presetFile, readPresetFile, readToolSlots } from '../storage/files/preset-file.ts'
import { fillToolSlot, setConversationTools, toolSlotsOf } from './conversation-settings.ts'
import { fakeServer, WEATHER } from './testing/fake-tools.ts'
import { addToolSource } from './tool.ts'
import { requestSettings } from './wire-tools.ts'

const EVERYTHING = { settings: true, messages: true, tools: true, schema: true, smallFiles: true }

/** A chat with a server whose name and address are these. */
function chatWith(name: string, url = 'https://canary.example.com/mcp') {
  const fake = fakeChat()
  const { source } = fakeServer({ id: 'canary-id', name, url })
  addToolSource(fake.chat.toolSources, source)
  setConversationTools(fake.chat, {
    auto: true,
    sources: ['canary-id'],
    approvals: [
      { source: 'canary-id', url, tool: 'canary', hash: 'canary', decision: 'conversation' },
    ],
  })
  return fake
}

function linkOf({ chat }: ReturnType<typeof fakeChat>, choices = EVERYTHING) {
  const { model, settings } = chat.conversation.getState().conversation
  const draft = { model, settings, messages: [], ...toolSlotsOf(chat) }
  return encodeSetup(shareableChat(draft, choices).setup)
}

describe('a link', () => {
  it('has the tools and the name of a server, and neither its address nor what was allowed', () => {
    const reading = decodeSetup(linkOf(chatWith('Weather')))
    expect(JSON.stringify(reading)).not.toContain('canary')
    expect(reading.ok && reading.setup).toMatchObject({
      toolSlots: [{ name: 'Weather', tools: [WEATHER] }],
    })
  })

  it('has no tools of servers unless they were chosen', () => {
    const reading = decodeSetup(linkOf(chatWith('Weather'), { ...EVERYTHING, tools: false }))
    expect(reading.ok && reading.setup).not.toHaveProperty('toolSlots')
  })

  it.each([
    ['canary.example.com'],
    ['https://canary.example.com/mcp'],
    ['My canary.example.com server'],
    ['localhost:3000'],
    ['127.0.0.1'],
    ['canary.example'],
    [''],
  ])('calls a server otherwise whose name says where it is: %s', (name) => {
    const reading = decodeSetup(linkOf(chatWith(name)))
    expect(reading.ok && reading.setup).toMatchObject({ toolSlots: [{ name: 'Tool server 1' }] })
  })

  it('asks for a server, connects none, and sends nothing', async () => {
    const reading = decodeSetup(linkOf(chatWith('Weather')))
    if (!reading.ok || reading.setup.area !== 'chat') throw new Error('the link is not read')
    const { chat, calls, sent } = fakeChat()
    const { model, settings, toolSlots = [] } = reading.setup
    const undo = applySetup(chat, { model, settings, toolSlots })
    await settled()
    expect(chat.conversation.getState().conversation.tools).toEqual({ slots: toolSlots })
    expect([...calls, ...sent]).toEqual([])
    // Its tools go out all the same: a person answers for them.
    const { conversation } = chat.conversation.getState()
    expect(requestSettings(conversation, [])).toMatchObject({
      tools: [{ function: { name: 'get_weather' } }],
    })
    undo()
    expect(chat.conversation.getState().conversation.tools).toEqual({})
  })

  it('has its slot filled by a server of whoever opened it', () => {
    const { chat } = fakeChat()
    setConversationTools(chat, { slots: [{ name: 'Weather', tools: [WEATHER] }] })
    const { source } = fakeServer({ id: 'mine' })
    addToolSource(chat.toolSources, source)
    fillToolSlot(chat, 'Weather', 'mine')
    const { conversation } = chat.conversation.getState()
    expect(conversation.tools).toEqual({ sources: ['mine'] })
    expect(requestSettings(conversation, [source])).toMatchObject({
      tools: [{ function: { name: 'get_weather' } }],
    })
  })
})

it('a preset has slots, in a file too', () => {
  const { chat } = chatWith('Weather')
  const preset = { name: 'Mine', model: 'm', settings: {}, ...toolSlotsOf(chat) }
  const text = presetFile([preset])
  expect(text).not.toContain('canary')
  expect(readPresetFile(text)).toMatchObject({ ok: true, presets: [preset] })
})

it.each([
  ['nothing', undefined],
  ['a text', 'Weather'],
  ['no names', [{ tools: [WEATHER] }]],
  ['a long name', [{ name: 'a'.repeat(1_000), tools: [] }]],
  ['tools that are no list', [{ name: 'Weather', tools: {} }]],
])('slots that are %s are left out', (_, value) => {
  expect(readToolSlots(value)).toEqual([])
})

it('of a slot what is not valid is left out, and so are members that no slot has', () => {
  const deep = JSON.parse('{"a":'.repeat(300) + '1' + '}'.repeat(300))
  const tools = [
    { ...WEATHER, url: 'https://evil.example.com', readOnly: true },
    { name: 'no schema' },
    { name: 'deep', inputSchema: deep },
    7,
  ]
  const slot = { name: 'Weather', tools, url: 'https://evil.example.com', headers: {} }
  expect(readToolSlots([slot])).toEqual([{ name: 'Weather', tools: [WEATHER] }])
})
