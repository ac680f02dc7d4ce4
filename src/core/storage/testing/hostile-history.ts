import fc from 'fast-check'

import { hostileVersions } from './hostile-json.ts'

const conversationId = '0b9f3a52-1111-4222-8333-444455556666'

/** An entry of a history file with every member that there is, for tests. */
export const wholeEntry = {
  conversation: {
    id: conversationId,
    title: 'Cats',
    createdAt: 1,
    updatedAt: 2,
    model: 'sandbox-chat',
    settings: { stream: true, temperature: 0.5 },
    variables: { name: 'Ada' },
  },
  messages: [
    {
      kind: 'written',
      id: 'm1',
      conversationId,
      position: 1,
      message: {
        role: 'user',
        content: [
          { type: 'text', text: 'What is a cat?' },
          { type: 'image_url', image_url: { url: 'https://example.com/cat.png' } },
        ],
      },
    },
    {
      kind: 'answer',
      id: 'm2',
      conversationId,
      position: 2,
      shown: 0,
      versions: [
        {
          id: 'v1',
          startedAt: 3,
          model: 'sandbox-chat',
          asked: {
            response_format: { type: 'json_object' },
            vendor_parameters: { enable_web_search: 'on' },
          },
          kept: 0,
          origin: 'continued',
          toolResults: { '0': '21 °C' },
          toolSteps: {
            '0': {
              tool: 'weather',
              source: { kind: 'mcp', name: 'Weather' },
              hash: '',
              state: 'answered',
              by: 'tool',
              startedAt: 4,
              endedAt: 5,
              result: {
                content: [
                  { type: 'text', text: '21 °C' },
                  { type: 'image', mimeType: 'image/png', base64: 'AA==' },
                  { type: 'resource', uri: 'weather://zurich', text: 'sunny' },
                  { type: 'unknown', value: { type: 'new' } },
                ],
                structured: { celsius: 21 },
                isError: false,
              },
            },
          },
          answer: {
            phase: 'finished',
            id: 'chatcmpl-1',
            model: 'sandbox-chat',
            choices: [
              {
                content: 'An animal.',
                reasoning: 'Hm.',
                reasoningDetails: [{ type: 'reasoning.text', text: 'Hm.' }],
                toolCalls: [{ id: 'c1', name: 'weather', arguments: '{"at":"home"}' }],
                logprobs: [{ token: 'An', logprob: -0.1, bytes: [65], top_logprobs: [] }],
                media: [{ kind: 'image', pieces: ['data:image/png;base64,AA=='], name: 'cat.png' }],
                finishReason: 'stop',
              },
            ],
            usage: {
              prompt_tokens: 4,
              completion_tokens: 3,
              total_tokens: 7,
              prompt_tokens_details: { cached_tokens: 1 },
              completion_tokens_details: { reasoning_tokens: 1 },
            },
            cost: { usd: 0.00002, diem: 0 },
            citations: [
              { title: 'Cats', url: 'https://example.com', content: 'A cat', date: 'now' },
            ],
            echo: { web_search_citations: [] },
            failure: { kind: 'nonsense', message: 'x', status: 503, body: { error: 'busy' } },
            timing: { firstToken: 10, firstContent: 12, end: 20 },
            served: { router: 'trait=default', deprecation: 'soon', deprecationDate: '2030-01-01' },
            encryption: { provider: 'enclave', bound: true, plain: true },
          },
        },
      ],
    },
  ],
} as const

/** The text of a history file in which some values are not what they should be. */
export const hostileHistory = fc
  .array(hostileVersions(wholeEntry), { minLength: 1, maxLength: 3 })
  .map((conversations) =>
    JSON.stringify({ format: 'playground-history', version: 1, conversations }),
  )
