import { expect, it } from 'vitest'

import type { Model } from '../../../contract/models/model.ts'
import { PRACTICE_TOOLS } from '../mcp/practice-methods.ts'
import {
  OPERATION_MAPPING,
  SANDBOX_EDIT_MODELS,
  SANDBOX_OPERATION_MODELS,
} from '../models/operation-models.ts'
import { COMPATIBILITY_MAPPING, SANDBOX_TEXT_MODELS } from '../models/sandbox-models.ts'
import { splitDirectives, type DirectiveName } from './directives.ts'

/** Every command with an example, and what it does. */
const COMMANDS: Readonly<Record<DirectiveName, readonly [example: string, effect: string]>> = {
  '/tokens': ['/tokens 2000', 'Respond with exactly this many tokens (at most 200,000).'],
  '/rate': ['/rate 50', 'Stream this many tokens per second; 0 for no delay.'],
  '/markdown': ['/markdown', 'Respond with everything that the Markdown view can render.'],
  '/echo': ['/echo', 'Respond with the request as the service received it, as JSON.'],
  '/report': [
    '/report',
    'Respond with a report of the request: messages, parameters in force, effects.',
  ],
  '/think': ['/think', 'Reason first, in `reasoning_content`, on any model.'],
  '/tool': [
    '/tool',
    'Call a tool, on any model: yours, or an example tool if the request has none.',
  ],
  '/refs': ['/refs', 'Cite sources: those of a web search, or example sources.'],
  '/fail': ['/fail 503', 'Fail with this HTTP status (400 to 599).'],
  '/stream-error': ['/stream-error', 'Send an error event halfway through the stream.'],
  '/cut': ['/cut 40', 'Drop the connection after this many tokens.'],
  '/stall': ['/stall 10', 'Send nothing for this many seconds first (at most 600).'],
}

/** A question for each practice tool; practice-tools.test.ts asks them. */
const EXAMPLES: Readonly<Record<string, string>> = {
  weather: "What's the weather in Paris?",
  calculate: 'What is 12 * (3 + 4)?',
  search: 'Search for "server-sent events"',
  image: 'Show me an image.',
  slow: 'Call slow with 5 seconds.',
  fail: 'Call fail.',
}

function modelRows(models: readonly Model[]): string[] {
  return models.map(({ id, model_spec }) => {
    const description = (model_spec?.description ?? '').replaceAll('<', String.raw`\<`)
    const traits = (model_spec?.traits ?? []).map((trait) => `\`${trait}\``).join(', ')
    return `| \`${id}\` | ${description} | ${traits} |`
  })
}

const MODEL_HEAD = ['| Model | Behavior | Traits |', '| --- | --- | --- |']

it('docs/sandbox.md lists the sandbox models and their commands', async () => {
  const mappings = Object.entries({ ...COMPATIBILITY_MAPPING, ...OPERATION_MAPPING })
  const page = [
    '# Sandbox models',
    '',
    'The local service has built-in models, so that everything works offline and without a key. They are simulators: no',
    'language model runs. They know a small bundled corpus and some tricks: they call tools with what the question says, fill',
    'JSON schemas, cite search results, and describe images and documents. The same conversation, seed, model and parameters',
    'always give the same response. Their prices are real numbers, paid with play money.',
    '',
    'To chat with a real model instead, see [Connect your own API](../README.md#connect-your-own-api).',
    '',
    '## Commands',
    '',
    'Start a message with one or more commands. Any text after them is the prompt: `/tokens 200 /rate 20 Tell me a story`.',
    'Only sandbox models read commands; other models receive them as text.',
    '',
    '| Command | Effect |',
    '| --- | --- |',
    ...Object.values(COMMANDS).map(([example, effect]) => `| \`${example}\` | ${effect} |`),
    '',
    '## Like the real service',
    '',
    'The local service follows the API reference. With `--like-provider` (or `VENDOR_LIKE_PROVIDER=1`) it does what the real service',
    'was seen to do instead, where the two differ:',
    '',
    "- **Requests:** `input`, `max_output_tokens` and `web_search` are renamed before validation, other vendors' tools converted,",
    '  `include`, `metadata`, `user`, `store` and empty assistant messages removed. Model names may be spelled loosely.',
    '- **Models:** `sandbox-large` signs its tool calls with a `thought_signature` that must come back, and `sandbox-reasoning` refuses',
    '  `seed`, `stop`, penalties and several choices. Usage has other details for each model.',
    "- **Images and search:** images may be HEIF but not GIF, and redirects to them are refused. A message with an image isn't searched",
    '  for, and results as documents end with `tool_calls`.',
    '- **Errors:** 50 failures in 30 seconds for each key, model and `user`, and 200 of what a model lacks; `x-ratelimit-remaining` and',
    '  `x-ratelimit-resets` report what is left. What an upstream server refuses and a wrong content type are 400, retired endpoints',
    '  410, key management is 401, and a 402 of an API key has no code.',
    "- **API keys:** with an ending, the page's key is another one. `-diem` pays in DIEM first (5 DIEM, $1), `-limited` has a spend",
    "  limit of $0.05, and `-private` may use private models only, which `sandbox-large` isn't.",
    "- **Wallets:** nonces are UUIDs, optional members of a 402 are `null`, and `X-Balance-Remaining` isn't sent. An API key for a",
    "  wallet's stake adds 5 DIEM to its account, which it spends first.",
    '- **Top-ups:** a payment that was credited before is 409. Offers and receipts are signed (x402 `offer-receipt`) with the key of the',
    '  recipient: EIP-712 on Base, JWS (EdDSA) on Solana. On the test networks the recipients are other accounts than without the flag.',
    '',
    '## Chat models',
    '',
    'The description of a model is what `GET /models` returns. A trait can be used in place of the model ID.',
    '',
    ...MODEL_HEAD,
    ...modelRows(SANDBOX_TEXT_MODELS),
    '',
    'What each request field does to a response is listed in',
    '[service/app/inference/README.md](../service/app/inference/README.md).',
    '',
    '## Practice tools',
    '',
    'A small MCP server at `/local/mcp`, in the local service and in the page itself, to try [tools](tools.md) with. It speaks every',
    'revision from 2025-03-26 to 2026-07-28, keeps no sessions and contacts nothing. It also offers two resources and a prompt. The sandbox',
    'models call these tools for questions like the examples; what comes after "then" is done in a round of its own.',
    '',
    '| Tool | Description | Example |',
    '| --- | --- | --- |',
    ...PRACTICE_TOOLS.map(
      ({ name, description }) => `| \`${name}\` | ${description} | ${EXAMPLES[name] ?? ''} |`,
    ),
    '',
    '## Image edit models',
    '',
    'They apply the words of the prompt, such as `sepia, rotate left, text "Hello"`, with an image library. All words are listed in',
    '[service/node/pictures/README.md](../service/node/pictures/README.md).',
    '',
    ...MODEL_HEAD,
    ...modelRows(SANDBOX_EDIT_MODELS),
    '',
    '## Other models',
    '',
    ...MODEL_HEAD,
    ...modelRows(SANDBOX_OPERATION_MODELS),
    '',
    '## Model IDs of other providers',
    '',
    'Code written for another provider works without changing the model ID.',
    '',
    '| Model ID | Resolves to |',
    '| --- | --- |',
    ...mappings.map(([id, model]) => `| \`${id}\` | \`${model}\` |`),
    '',
    'Generated from `service/app/models/` by `npx vitest run service/app/sandbox -u`.',
    '',
  ]
  await expect(page.join('\n')).toMatchFileSnapshot('../../../docs/sandbox.md')
})

it.each(Object.entries(COMMANDS))(
  'behavior: %s is a command as the page writes it',
  (name, [example]) => {
    expect(example.split(' ')[0]).toBe(name)
    expect(splitDirectives(`${example} hello`).rest).toBe('hello')
  },
)
