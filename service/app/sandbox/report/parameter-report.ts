import type { ContentPart } from '../../../../contract/chat/messages.ts'
import { describedChatFields } from '../../../../contract/chat/request/field-meanings.ts'
import { chatFields } from '../../../../contract/chat/request/request-fields.ts'
import { type ChatRequest, stopSequences } from '../../../../contract/chat/request/request.ts'
import { effectiveVendorParameters } from '../../../../contract/chat/request/vendor-parameters.ts'
import type { JsonValue } from '../../../../contract/json.ts'
import type { GenerationRequest } from '../../inference/engine.ts'
import type { PartFacts } from '../../inference/inputs/inputs.ts'
import { isOnDirectRoute } from '../../inference/prepare/fallbacks.ts'
import { countTokens } from '../../inference/prepare/tokens.ts'
import { samplingOf } from '../sampler.ts'
import { effortInForce } from '../sandbox-reasoning.ts'

type Row = [name: string, value: JsonValue, note: string]

const NOT_LISTED = new Set(['messages', 'model', 'vendor_parameters', 'tools'])

/** What becomes of fields that change nothing about the answer. */
const NOTES: Readonly<Record<string, string>> = {
  user: 'accepted, ignored',
  store: 'accepted, ignored',
  metadata: 'accepted for your tracking',
  include: 'accepted, no effect here',
  max_tokens: 'sent; deprecated, use `max_completion_tokens`',
  prompt_cache_key: 'sent; has its own prompt cache',
}

/** The verbosity in force: `verbosity`, else `text.verbosity`, else `auto`. */
export function verbosityInForce({ verbosity, text }: ChatRequest) {
  return verbosity ?? text?.verbosity ?? 'auto'
}

/** A table of the parameters in force, sent or by default. */
export function parameterReport(generation: GenerationRequest): string {
  const rows = parameters(generation).map(
    ([name, value, note]) => `| ${codeSpan(name)} | ${codeSpan(JSON.stringify(value))} | ${note} |`,
  )
  return `| parameter | value | from |\n| --- | --- | --- |\n${rows.join('\n')}`
}

function parameters(generation: GenerationRequest): Row[] {
  const { request, vendor, maxTokens, model } = generation
  const sampling = samplingOf(request, model)
  const from = (sent: boolean) => (sent ? 'sent' : 'default')
  const known: Row[] = [
    ['model', model.id, 'sent'],
    ['temperature', sampling.temperature, from(request.temperature !== undefined)],
    ['top_p', sampling.topP, from(request.top_p !== undefined)],
    ['max_completion_tokens', maxTokens, from(request.max_completion_tokens !== undefined)],
    ['n', request.n ?? 1, from(request.n !== undefined)],
    ['stop', [...stopSequences(request)], from(request.stop !== undefined)],
    effortRow(generation),
    ['verbosity', verbosityInForce(request), verbosityNote(request)],
  ]
  const others = Object.entries(request)
    .filter(([name]) => !NOT_LISTED.has(name) && !known.some(([listed]) => listed === name))
    .map(([name, value]): Row => [name, value as JsonValue, noteOf(name, generation)])
  const tools: Row[] = request.tools ? [['tools', request.tools.length, 'sent']] : []
  return [...known, ...others, ...tools, ...vendorRows(generation), ...characterRow(vendor)]
}

function effortRow(generation: GenerationRequest): Row {
  const { request, model } = generation
  const sent = request.reasoning_effort ?? request.reasoning?.effort
  const thinks = model.id === 'sandbox-reasoning'
  const note = thinks ? '' : "; this model doesn't support efforts"
  return [
    'reasoning_effort',
    thinks ? effortInForce(generation) : (sent ?? null),
    `${sent === undefined ? 'default' : request.reasoning_effort === undefined ? 'sent as `reasoning.effort`' : 'sent'}${note}`,
  ]
}

function verbosityNote({ verbosity, text }: ChatRequest): string {
  if (verbosity !== undefined) return 'sent'
  return text?.verbosity === undefined ? 'default' : 'sent as `text.verbosity`'
}

function noteOf(name: string, { model }: GenerationRequest): string {
  if (name === 'fallbacks')
    return isOnDirectRoute(model.id) ? 'sent; used when this model is busy' : 'sent; ignored here'
  return (
    (Object.hasOwn(NOTES, name) ? NOTES[name] : undefined) ??
    (Object.hasOwn(chatFields, name) ? 'sent' : 'sent; undocumented')
  )
}

/** The vendor parameters that differ from their defaults, or from what was asked. */
function vendorRows({ request, vendor }: GenerationRequest): Row[] {
  const defaults = effectiveVendorParameters()
  const asked = effectiveVendorParameters(request.vendor_parameters)
  const isAsked = (name: string) => Object.hasOwn(request.vendor_parameters ?? {}, name)
  return Object.entries(vendor)
    .filter(
      ([name, value]) =>
        name !== 'character_slug' &&
        // On by default, yet in force only for encrypted requests: worth a row where someone insists.
        (name !== 'enable_e2ee' || request.vendor_parameters?.enable_e2ee === true) &&
        (value !== Reflect.get(defaults, name) || value !== Reflect.get(asked, name)),
    )
    .map(([name, value]): Row => [
      `vendor_parameters.${name}`,
      value,
      isAsked(name) && value !== Reflect.get(asked, name)
        ? 'sent; not supported by this model'
        : 'sent',
    ])
}

function characterRow({ character_slug: slug }: GenerationRequest['vendor']): Row[] {
  return slug === undefined ? [] : [['vendor_parameters.character_slug', slug, 'sent']]
}

/** What every listed field of this request means, one line each. */
export function fieldMeanings({ request }: GenerationRequest): string {
  const sent = new Set(Object.keys(request))
  return Object.entries(describedChatFields)
    .filter(([name]) => sent.has(name))
    .map(([name, { meaning }]) => `- \`${name}\`: ${meaning}`)
    .join('\n')
}

/** One content part in words, with what was measured: bytes, pixels, seconds, pages, characters. */
export function describePart(part: ContentPart, facts: PartFacts | undefined): string {
  switch (part.type) {
    case 'text':
      return `text, ${count(part.text.length, 'character')} (${count(countTokens(part.text), 'token')})`
    case 'image_url':
      return facts?.kind === 'image'
        ? `image, ${facts.size.format}, ${facts.size.width} × ${facts.size.height} px, ${bytesText(facts.bytes)}`
        : `image${unread(part.image_url.url)}`
    case 'input_audio':
      return describeAudio(part.input_audio.format ?? 'wav', facts)
    case 'video_url':
      return facts?.kind === 'video'
        ? `video, ${facts.format}, ${bytesText(facts.bytes)}`
        : `video${unread(part.video_url.url)}`
    case 'file':
      return describeFile(part.file.filename, facts)
  }
}

function bytesText(bytes: number): string {
  if (bytes < 1000) return count(bytes, 'byte')
  return bytes < 1_000_000
    ? `${(bytes / 1000).toFixed(1)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** `1 token`, `2 tokens`, `12,345 tokens`. */
export function count(number: number, unit: string): string {
  return `${number.toLocaleString('en-US')} ${unit}${number === 1 ? '' : 's'}`
}

/** Text from the caller inside Markdown: shortened, on one line, in a code span that it cannot leave. */
export function codeSpan(text: string, longest = 80): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')
  const short = line.length > longest ? `${line.slice(0, longest)}…` : line
  const fence = '`'.repeat(
    1 + Math.max(0, ...[...short.matchAll(/`+/g)].map(([run]) => run.length)),
  )
  const pad = fence.length > 1 || short.trim() === '' ? ' ' : ''
  return `${fence}${pad}${short}${pad}${fence}`
}

function describeAudio(format: string, facts: PartFacts | undefined): string {
  if (facts?.kind !== 'audio') return `audio, ${format}`
  const seconds = facts.seconds === undefined ? '' : `, ${facts.seconds.toFixed(1)} s`
  return `audio, ${format}${seconds}, ${bytesText(facts.bytes)}`
}

function describeFile(name: string | undefined, facts: PartFacts | undefined): string {
  const called = name === undefined ? '' : ` ${codeSpan(name)}`
  if (facts?.kind !== 'file') return `file${called}`
  const { label, text, parts } = facts.document
  const inside = [
    ...(parts === undefined ? [] : [count(parts.count, parts.unit)]),
    count(text.length, 'character'),
    count(countTokens(text), 'token'),
  ]
  return `file${called}, ${label}, ${bytesText(facts.bytes)}, read as ${inside.join(', ')}`
}

/** A part that stays where it is: another's to fetch, or not seen by the model. */
function unread(url: string): string {
  const isAddress = /^https?:/i.test(url) && URL.canParse(url)
  return isAddress ? ` at ${new URL(url).host} (not fetched)` : ''
}
