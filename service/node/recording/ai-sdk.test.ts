import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  APICallError,
  generateObject,
  generateText,
  jsonSchema,
  stepCountIs,
  streamText,
  tool,
} from 'ai'
import { afterEach, expect, test } from 'vitest'

import { startTestService, type TestService } from '../../testing/start-service.ts'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

async function started(...flags: string[]): Promise<TestService> {
  const service = await startTestService({ flags: ['--rate', '0', ...flags] })
  ending.push(() => service.stop())
  return service
}

test('behavior: the AI SDK does on a recording what it did while it was recorded', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'recordings-'))
  ending.push(() => rmSync(directory, { recursive: true, force: true }))
  const live = await started('--record', directory)
  const seen = await runAiSdk(live)
  expect(seen).toMatchObject({
    streamed: { finishReason: 'stop' },
    tools: { calls: ['weather'] },
    object: { name: expect.any(String), age: expect.any(Number) },
    refused: 503,
  })
  expect(seen.cut.error).toBeDefined()
  await live.stop()
  expect(await runAiSdk(await started('--replay', directory, '--replay-fast'))).toEqual(seen)
})

/** What code that uses the AI SDK sees: text, a stream, a round of tools, an object, and two failures. */
async function runAiSdk({ baseUrl, apiKey }: TestService) {
  const model = createOpenAICompatible({
    name: 'local',
    baseURL: baseUrl,
    apiKey,
    includeUsage: true,
    supportsStructuredOutputs: true,
  })('sandbox-chat')
  const streamed = streamText({ model, prompt: '/tokens 40', seed: 2 })
  const pieces: string[] = []
  for await (const piece of streamed.textStream) pieces.push(piece)
  const tools = await generateText({
    model,
    prompt: "What's the weather in Rome?",
    tools: {
      weather: tool({
        inputSchema: jsonSchema<{ city: string }>({
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
        }),
        execute: ({ city }) => `${city}: 20`,
      }),
    },
    stopWhen: stepCountIs(3),
  })
  const { object } = await generateObject({
    model,
    prompt: 'A person',
    schema: jsonSchema<{ name: string; age: number }>({
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer' } },
      required: ['name', 'age'],
      additionalProperties: false,
    }),
  })
  const refused = await generateText({ model, prompt: '/fail 503', maxRetries: 0 }).then(
    () => undefined,
    (error: unknown) => APICallError.isInstance(error) && error.statusCode,
  )
  const cut: { text: string; error?: string } = { text: '' }
  const dropped = streamText({ model, prompt: '/cut 10', maxRetries: 0, onError: () => {} })
  try {
    for await (const part of dropped.fullStream)
      if (part.type === 'text-delta') cut.text += part.text
  } catch (error) {
    cut.error = String(error)
  }
  return {
    text: (await generateText({ model, prompt: 'What can you do?', seed: 1 })).text,
    streamed: { pieces, finishReason: await streamed.finishReason, usage: await streamed.usage },
    tools: {
      calls: tools.steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolName }) => toolName)),
      text: tools.text,
    },
    object,
    refused,
    cut,
  }
}
