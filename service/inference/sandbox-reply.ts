import { type Message, messageText } from '../../src/contract/chat/messages.ts'
import { reasoningEffort, stopSequences } from '../../src/contract/chat/request.ts'
import { effectiveVendorParameters } from '../../src/contract/chat/vendor-parameters.ts'
import type { JsonValue } from '../../src/contract/json.ts'
import { modelName } from '../../src/contract/models/model.ts'
import { codeSpan, count, describePart } from './describe-part.ts'
import { droppedImages } from './dropped-images.ts'
import type { GenerationRequest } from './engine.ts'
import { messageTokens } from './prompt-tokens.ts'
import { pick, type Random } from './random.ts'

const TIPS = [
  'Set `stream` to `true` for anything long: the first words arrive at once, and no deadline applies.',
  'Leave a field out to get its default. This service never fills one in behind your back.',
  'Send the same `seed` again and you get this same answer again.',
  'Every answer carries `usage` and `cost`; a stream sends both in its last chunk.',
  'Change `temperature` or `top_p`, but not both.',
  'Put `:enable_web_search=on` behind a model name and it counts as that vendor parameter.',
  'A 429 says in `x-ratelimit-reset-requests` when the next request is welcome.',
  'With `n` above 1 you get several answers, and pay for each of them.',
] as const

const MOST_ROWS = 20

/** The visible text of a built-in model: what arrived, what is in force, what to try next. */
export function sandboxReply(
  generation: GenerationRequest,
  choice: number,
  random: Random,
): string {
  const { request, model } = generation
  const last = request.messages.at(-1)
  const brief = model.id === 'sandbox-fast' || request.verbosity === 'low'
  const head = `I am **${modelName(model)}**, a simulator: no language model is running here. I tell you what I received.`
  const which = (request.n ?? 1) > 1 ? `This is choice ${choice + 1} of ${request.n}.` : ''
  const tip = `**Good to know:** ${pick(random, TIPS)}`
  const said = last === undefined ? '' : lastMessage(last)
  const blocks = brief
    ? [head, which, said, tip]
    : [
        head,
        which,
        said,
        '## What arrived',
        messageTable(generation),
        '## In force',
        parameterTable(generation),
        tip,
        NEXT,
      ]
  return blocks.filter((block) => block !== '').join('\n\n')
}

const NEXT = [
  '## Try next',
  '- `/markdown` shows everything the renderer can do.',
  '- `/tokens 500 /rate 20` sets the length and the speed.',
  '- `/echo` returns your request as JSON, `/tool` calls a tool, `/think` thinks first.',
  '- `/fail 503`, `/cut 20`, `/stall 5` and `/stream-error` show how failures look.',
].join('\n')

function lastMessage(last: Message): string {
  if (last.role === 'tool')
    return `The tool answered ${codeSpan(last.content, 300)}, and that is what I base this on.`
  const text = messageText(last)
  return text === '' ? 'Your last message holds no text.' : `You said: ${codeSpan(text, 300)}`
}

function messageTable({ request, model }: GenerationRequest): string {
  const dropped = droppedImages(request.messages, model)
  const rows = request.messages.map((message, index) => {
    const parts = contentOf(message).map((text, part) =>
      dropped.has(`${index}.${part}`)
        ? `~~${text}~~ (dropped: this model keeps one message with images)`
        : text,
    )
    return `| ${index + 1} | ${message.role} | ${parts.join('; ')} | ${messageTokens(message)} |`
  })
  const shown = rows.slice(0, MOST_ROWS)
  const more =
    rows.length > shown.length
      ? `\n\n…and ${count(rows.length - shown.length, 'more message')}.`
      : ''
  return `| # | role | content | tokens |\n| ---: | --- | --- | ---: |\n${shown.join('\n')}${more}`
}

function contentOf(message: Message): string[] {
  const { content } = message
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  const called = calls.map((call) => `calls ${codeSpan(call.function.name)}`)
  if (typeof content === 'string') return [`text, ${count(content.length, 'character')}`, ...called]
  return [...(content ?? []).map((part) => describePart(part)), ...called]
}

function parameterTable(generation: GenerationRequest): string {
  const rows = parameters(generation).map(
    ([name, value, sent]) =>
      `| \`${name}\` | ${codeSpan(JSON.stringify(value))} | ${sent ? 'sent' : 'default'} |`,
  )
  return `| parameter | value | |\n| --- | --- | --- |\n${rows.join('\n')}`
}

function parameters({
  request,
  vendor,
  maxTokens,
  model,
}: GenerationRequest): [string, JsonValue, boolean][] {
  const constraints = model.model_spec?.constraints
  const defaults = effectiveVendorParameters()
  const sent = Object.entries(request).filter(
    ([name]) => !['messages', 'model', 'vendor_parameters', 'tools'].includes(name),
  )
  const known: [string, JsonValue, boolean][] = [
    ['model', model.id, true],
    [
      'temperature',
      request.temperature ?? constraints?.temperature?.default ?? 1,
      request.temperature !== undefined,
    ],
    ['top_p', request.top_p ?? constraints?.top_p?.default ?? 1, request.top_p !== undefined],
    ['max_completion_tokens', maxTokens, request.max_completion_tokens !== undefined],
    ['n', request.n ?? 1, request.n !== undefined],
    ['stop', [...stopSequences(request)], request.stop !== undefined],
    ['reasoning_effort', reasoningEffort(request) ?? null, reasoningEffort(request) !== undefined],
  ]
  const others = sent
    .filter(([name]) => !known.some(([listed]) => listed === name))
    .map(([name, value]): [string, JsonValue, boolean] => [name, value as JsonValue, true])
  const ofVendor = Object.entries(vendor)
    .filter(([name, value]) => value !== Reflect.get(defaults, name))
    .map(([name, value]): [string, JsonValue, boolean] => [
      `vendor_parameters.${name}`,
      value,
      true,
    ])
  const tools: [string, JsonValue, boolean][] = request.tools
    ? [['tools', request.tools.length, true]]
    : []
  return [...known, ...others, ...tools, ...ofVendor]
}
