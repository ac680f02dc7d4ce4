import { describe, expect, test } from 'vitest'

import { type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { promptParting } from './prompt-parting.ts'

const user = (content: JsonValue): JsonObject => ({ role: 'user', content })
const chat = (...messages: JsonObject[]): JsonObject => ({ model: 'a', messages })
const marked = (text: string) => ({ type: 'text', text, cache_control: { type: 'ephemeral' } })

describe('where two prompts part', () => {
  test('behavior: the first character of the first message that differs', () => {
    expect(
      promptParting(
        chat(user('Hello'), user('The sun is warm.')),
        chat(user('Hello'), user('The sun was warm.')),
      ),
    ).toEqual({
      path: 'messages[1].content',
      character: 8,
      before: 'is warm.',
      after: 'was warm.',
      sharedMessages: 1,
      isContinued: false,
      cachedUpTo: 'messages[0]',
    })
  })

  test('behavior: a conversation that goes on loses nothing of what was cached', () => {
    expect(promptParting(chat(user('One')), chat(user('One'), user('Two')))).toMatchObject({
      path: 'messages[1]',
      sharedMessages: 1,
      isContinued: true,
      cachedUpTo: 'messages[0]',
    })
  })

  test('tools, the model and the cache key stand before every message', () => {
    const tools = [{ type: 'function', function: { name: 'weather' } }]
    const other = [{ type: 'function', function: { name: 'whether' } }]
    const parting = promptParting(
      { ...chat(user('One')), tools },
      { ...chat(user('One')), tools: other },
    )
    expect(parting).toMatchObject({ path: 'tools[0].function.name', character: 1 })
    expect(parting).not.toHaveProperty('cachedUpTo')
    expect(promptParting(chat(user('One')), { ...chat(user('One')), model: 'b' })?.path).toBe(
      'model',
    )
  })

  test('settings that are no part of the prompt, and marks for the cache, part nothing', () => {
    expect(
      promptParting(chat(user([marked('One')])), {
        ...chat(user([{ type: 'text', text: 'One' }])),
        temperature: 0.3,
        vendor_parameters: { enable_web_search: 'on' },
      }),
    ).toBeUndefined()
  })

  test('a marked part before the difference is still cached', () => {
    expect(
      promptParting(
        chat(user([marked('Long'), marked('Old')])),
        chat(user([marked('Long'), marked('New')])),
      ),
    ).toMatchObject({ path: 'messages[0].content[1].text', cachedUpTo: 'messages[0].content[0]' })
  })

  test('another role is another message', () => {
    expect(
      promptParting(chat(user('One')), chat({ role: 'assistant', content: 'One' })),
    ).toMatchObject({ path: 'messages[0].role', before: 'user', after: 'assistant' })
  })

  test('bodies without messages part nowhere', () => {
    expect(promptParting({}, { messages: 'none' })).toBeUndefined()
  })
})
