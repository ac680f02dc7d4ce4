import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Answer } from '../../../contract/chat/answer.ts'
import { createUpstream } from '../../../service/app/inference/upstream/upstream.ts'
import {
  CONVERSATION,
  SERVER_FAMILIES,
  type Scene,
  type Told,
} from '../../../service/testing/servers/families.ts'
import { QUIRKS } from '../../../service/testing/servers/quirks.ts'
import { STREAM_QUIRKS } from '../../../service/testing/servers/stream-quirks.ts'
import {
  startStubServer,
  type Scripted,
  type StubServer,
} from '../../../service/testing/servers/stub-server.ts'
import {
  ORIGIN_WITHOUT_PORT,
  serviceWithoutPort,
} from '../../../service/testing/service-without-port.ts'
import { runChat } from './chat-completion.ts'
import { apiKeyCredential } from './connection/credential.ts'
import { fakeClient } from './testing/fake-world.ts'

const responses = new Map<string, Scripted>()
for (const { name, scenes } of SERVER_FAMILIES)
  for (const [scene, scripted] of Object.entries(scenes))
    responses.set(`${name} ${scene}`, scripted)
const ALL_QUIRKS = [...QUIRKS, ...STREAM_QUIRKS]
for (const { name, response } of ALL_QUIRKS) responses.set(name, response)

let server: StubServer
let service: ReturnType<typeof serviceWithoutPort>

beforeAll(async () => {
  server = await startStubServer(responses)
  const upstream = createUpstream({ baseUrl: server.baseUrl, key: 'upstream-key' })
  service = serviceWithoutPort({ upstreams: [upstream] })
})
afterAll(async () => {
  await service.close()
  server.close()
})

type Way = 'direct' | 'upstream'

/** What the page makes of a response, straight from its server or through the service. */
async function ask(way: Way, model: string, stream: boolean): Promise<Answer> {
  const { client, connection } = fakeClient(({ url, method, headers, body, signal }) => {
    const init = {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      signal,
      ...(body == null ? {} : { body }),
    }
    return way === 'direct'
      ? fetch(url, init)
      : service.request(url.slice(ORIGIN_WITHOUT_PORT.length), init)
  })
  const baseUrl = way === 'direct' ? server.baseUrl : `${ORIGIN_WITHOUT_PORT}/api/v1`
  const key = way === 'direct' ? 'key-of-the-server' : service.nextKey()
  const credential = apiKeyCredential(key, new URL(baseUrl).origin)
  const messages = [{ role: 'user' as const, content: 'Hi' }]
  return runChat(client, { ...connection, baseUrl, credential }, { model, messages, stream }).done
}

/** What a response says, whatever the server is. */
function said({ phase, choices, failure }: Answer): Told {
  const [choice] = choices
  if (choice === undefined) return { ...(failure !== undefined && { failure: failure.message }) }
  const { content, reasoning, refusal, toolCalls } = choice
  return {
    ...(content !== '' && { content }),
    ...(reasoning !== '' && { reasoning }),
    ...(refusal !== undefined && { refusal }),
    ...(toolCalls.length > 0 && {
      calls: toolCalls.map((call) => ({
        name: call.name,
        arguments: JSON.parse(call.arguments) as object,
      })),
    }),
    ...(phase === 'failed' && failure !== undefined && { failure: failure.message }),
    ...(phase === 'cut' && { isCut: true as const }),
  }
}

/** Without what each server and each way name by themselves. */
function choicesOf({ choices }: Answer) {
  return choices.map(({ isReasoningContent: _, ...choice }) => choice)
}

describe.each(SERVER_FAMILIES)('$name', ({ name }) => {
  test.each(Object.entries(CONVERSATION) as [Scene, Told][])('%s', async (scene, told) => {
    const [direct, upstream] = await Promise.all([
      ask('direct', `${name} ${scene}`, true),
      ask('upstream', `${name} ${scene}`, true),
    ])
    for (const answer of [direct, upstream]) {
      const { content = '', refusal, failure, isCut, ...rest } = said(answer)
      // A server without a word for it refuses in its content.
      const words = content + (refusal ?? '')
      expect({ ...rest, words }).toMatchObject({
        ...(told.calls && { calls: told.calls }),
        ...(told.reasoning !== undefined && { reasoning: told.reasoning }),
        words: (told.content ?? '') + (told.refusal ?? ''),
      })
      expect(failure ?? '').toContain(told.failure ?? '')
      expect(answer.notUnderstood ?? 0).toBe(0)
      if (told.failure === undefined && told.isCut === undefined)
        expect(answer.phase).toBe('finished')
      else expect(answer.phase).not.toBe('finished')
      if (answer === direct && told.isCut) expect(isCut).toBe(true)
    }
    expect(choicesOf(upstream)).toEqual(choicesOf(direct))
  })
})

describe.each(ALL_QUIRKS)('$name ($report)', ({ name, told, response }) => {
  const isStream = !(response.type ?? '').includes('json') || response.body.startsWith('data:')
  test('direct, and through an upstream, says the same', async () => {
    const direct = await ask('direct', name, isStream)
    const upstream = await ask('upstream', name, isStream)
    const { finish, usage, notes = [], notUnderstood, ...words } = told
    expect(said(direct)).toEqual(words)
    if (finish !== undefined) expect(direct.choices[0]?.finishReason).toBe(finish)
    if (usage !== undefined) expect(direct.usage).toMatchObject(usage)
    if (notUnderstood !== undefined) expect(direct.notUnderstood ?? 0).toBe(notUnderstood)
    expect(direct.notes ?? []).toEqual(expect.arrayContaining([...notes]))
    expect(said({ ...upstream, phase: words.isCut ? 'cut' : upstream.phase })).toEqual(
      words.failure === undefined
        ? words
        : expect.objectContaining({ failure: expect.stringContaining(words.failure) }),
    )
    if (words.failure === undefined) expect(choicesOf(upstream)).toEqual(choicesOf(direct))
  })
})
