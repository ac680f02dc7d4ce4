import type { ServerOffer } from '../storage/connection/saved-connections.ts'
import type { SharedSetup } from './setup.ts'

const CACHE = 'shared content'

/** More than are opened at once; what no page has read by then is forgotten. */
const MAX_UNREAD = 4

/** More than people share, and enough to fill a disk with, bytes. */
const MAX_BYTES = 64 * 1024 * 1024

/** Keeps where the form came from, beside it. */
const FROM = 'X-Shared-From'

type Caches = Pick<CacheStorage, 'open'>

/** What another app shared with the installed one. */
export interface SharedContent {
  /** The origin of the website that it came from, where that says so: any website can submit such a form. */
  from?: string
  text: string
  files: readonly File[]
}

/**
 * Stores the form that the browser makes of shared content, in the service worker: it goes no further.
 * `key` is a path of the app; the page loads it by the same. Rejects what is too large.
 */
export async function storeSharedContent(
  caches: Caches,
  key: string,
  request: Request,
): Promise<void> {
  const body = await request.blob()
  if (body.size > MAX_BYTES) throw new RangeError(`More than ${MAX_BYTES} bytes were shared.`)
  const cache = await caches.open(CACHE)
  const unread = await cache.keys()
  for (const old of unread.slice(0, Math.max(0, unread.length + 1 - MAX_UNREAD)))
    await cache.delete(old)
  const headers = new Headers({ 'Content-Type': request.headers.get('Content-Type') ?? '' })
  if (/^https?:/.test(request.referrer)) headers.set(FROM, new URL(request.referrer).origin)
  await cache.put(key, new Response(body, { headers }))
}

/** Loads stored content and deletes it; undefined when it is not there. Rejects when it is no form. */
export async function loadSharedContent(
  caches: Caches,
  key: string,
): Promise<SharedContent | undefined> {
  const cache = await caches.open(CACHE)
  const stored = await cache.match(key)
  if (stored === undefined) return undefined
  await cache.delete(key)
  const from = stored.headers.get(FROM)
  const form = await stored.formData()
  const lines = ['title', 'text', 'url'].flatMap((name) => {
    const value = form.get(name)
    return typeof value === 'string' && value !== '' ? [value] : []
  })
  // Many apps repeat the title or the URL in the text.
  const text = lines.filter(
    (line, at) => !lines.some((other, index) => index !== at && contains(other, line, index < at)),
  )
  const files = form.getAll('files').filter((file) => typeof file !== 'string')
  return {
    ...(from === null ? {} : { from }),
    text: text.join('\n'),
    files: files.filter(({ size }) => size > 0),
  }
}

function contains(other: string, line: string, isBefore: boolean): boolean {
  return other === line ? isBefore : other.includes(line)
}

/**
 * What a connection has to offer for a setup, such as vision for an image in it. A link names no
 * connection: it is a slot with this wish, and who opens it fills it.
 */
export function connectionNeeds(setup: SharedSetup): ServerOffer[] {
  if (setup.area !== 'chat') return []
  const { settings, messages, attachments, toolSlots } = setup
  const hasImage =
    attachments.some(({ kind }) => kind === 'image_url') ||
    messages.some(
      ({ content }) => Array.isArray(content) && content.some(({ type }) => type === 'image_url'),
    )
  return [
    ...(hasImage ? ['vision' as const] : []),
    ...('tools' in settings || toolSlots !== undefined ? ['tools' as const] : []),
  ]
}

/**
 * What setups of version 1 tend to hold, the commonest last: deflate reaches for it instead of
 * spelling it out. It is part of the format, so it never changes; another one is another version.
 */
export const DICTIONARY_V1 = [
  '"area":"explore","method":"DELETE","PATCH","PUT","POST","GET","path":"/models?type=","body":"{',
  '"area":"image","fields":{"prompt":"","aspect_ratio":"16:9","21:9","9:16","3:2","2:3","3:4","4:5"',
  '"resolution":"1K","2K","4K","quality":"output_format":"png","jpeg","webp","safe_mode":',
  '"attachments":[{"message":1,"part":1,"kind":"image_url","input_audio","video_url","file","name":"',
  'Return only valid JSON. Think step by step. Answer in one sentence. Use the following context. ',
  'If you do not know the answer, say that you do not know. Do not make up facts. Cite your sources. ',
  'You will be given the following documents and a question about them. Write a function that ',
  'Explain your reasoning. Translate the text into English. Summarise the text. for example, ',
  'please would should could there their because between through about which where what when with ',
  'the of and to in is that it for on are as this be from or have by not but at an they you can ',
  '"metadata":{"request_id":"user":"include":["reasoning.encrypted_content"],"text":{"verbosity":"store":false,',
  '"prompt_cache_key":"prompt_cache_retention":"cache_control":{"type":"ephemeral"},"ttl":"5m"}',
  '"fallbacks":[{"model":"stream_options":{"include_usage":true},',
  '"repetition_penalty":1.1,"presence_penalty":0.1,"frequency_penalty":0.1,"min_p":0.05,"top_k":40,',
  '"min_temp":0.1,"max_temp":1.5,"stop_token_ids":[151643],"stop":["\\n\\n"],"seed":42,"n":2,',
  '"logprobs":true,"top_logprobs":2,"max_tokens":1024,"max_completion_tokens":2048,"top_p":0.9,',
  '"reasoning":{"effort":"minimal","low","high","xhigh","max","none"},"reasoning_effort":"medium",',
  '"vendor_parameters":{"character_slug":"","strip_thinking_response":true,"disable_thinking":true,',
  '"enable_e2ee":true,"enable_web_scraping":true,"enable_web_search":"auto","off","on","enable_x_search":true,',
  '"enable_web_citations":true,"include_search_results_in_stream":true,',
  '"return_search_results_as_documents":true,"include_vendor_system_prompt":false}',
  '"response_format":{"type":"json_object"},"type":"text"},{"type":"json_schema","json_schema":{"name":"",',
  '"strict":true,"schema":{"$schema":"type":"object","additionalProperties":false,"required":["name"],',
  '"properties":{"city":{"type":"string","description":"The name of the ","enum":["celsius","fahrenheit"]},',
  '"type":"array","items":{"type":"object","type":"integer","minimum":0,"maximum":100},"type":"number"},',
  '"type":"boolean"},"anyOf":[{"type":"null"}],"format":"date-time"},"location":{"date":{"query":{"url":{"id":{',
  '"tool_choice":"auto","required","parallel_tool_calls":false,"tools":[{"type":"function","function":{"name":"get_',
  '"description":"Get the current weather for a location.","parameters":{"type":"object","properties":{',
  '{"role":"tool","content":"","tool_call_id":"call_","tool_calls":[{"id":"call_","type":"function","function":{"name":"","arguments":"{}"}}]',
  '{"role":"developer","content":"reasoning_content":"","reasoning_details":[{"type":"reasoning.text","text":"',
  '"content":[{"type":"text","text":"","type":"image_url","image_url":{"url":"https://www.example.com/"}},',
  '{"role":"system","content":"You are a helpful assistant. You are an expert in ',
  '{"role":"assistant","content":"},{"role":"user","content":"What is the How do I Write a ',
  '{"area":"chat","model":"sandbox-chat","settings":{"stream":true,"temperature":0.7,',
  '{"area":"chat","model":"default","settings":{"stream":true},"messages":[{"role":"user","content":"',
  '"}],"attachments":[]}',
].join('')
