import type { JsonObject, JsonValue } from '../../../contract/json.ts'

/** What one kind of message or content part takes and refuses. */
export interface Samples {
  readonly says: string
  readonly takes: readonly JsonValue[]
  readonly refuses: readonly JsonValue[]
}

/** Stands for a picture with these sides; the test puts a data URL in its place. */
export const PICTURE_64 = 'data:image/png;base64,64x64'
export const PICTURE_63 = 'data:image/png;base64,63x64'

const WAV = Buffer.concat([
  Buffer.from('RIFF'),
  Buffer.from([36, 0, 0, 0]),
  Buffer.from('WAVEfmt '),
  Buffer.from([16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 16, 0]),
  Buffer.from('data'),
  Buffer.from([0, 0, 0, 0]),
]).toString('base64')
const MP3 = Buffer.from('ID3\u0003\0\0\0\0\0\0').toString('base64')
const PCM = Buffer.alloc(64).toString('base64')
const MP4 = `data:video/mp4;base64,${Buffer.from('\0\0\0\u0018ftypisom\0\0\0\0isommp42').toString('base64')}`
const PLAIN = `data:text/plain;base64,${Buffer.from('Some words').toString('base64')}`

const cached = (part: JsonObject, cache_control: JsonValue): JsonObject => ({
  ...part,
  cache_control,
})
const text = { type: 'text', text: 'Hi' }

/** The five content parts of a user message (contract, "Content parts"). */
export const PART_SAMPLES: Readonly<Record<string, Samples>> = {
  text: {
    says: 'text of at least 1 character',
    takes: [text, { type: 'text', text: 'x' }],
    refuses: [{ type: 'text', text: '' }, { type: 'text' }, { type: 'text', text: 1 }],
  },
  image_url: {
    says: 'an object with url, a base64 data URL or a public one; at least 64 px square',
    takes: [{ type: 'image_url', image_url: { url: PICTURE_64 } }],
    refuses: [
      { type: 'image_url', image_url: { url: PICTURE_63 } },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      { type: 'image_url', image_url: { url: 'file:///a.png' } },
      { type: 'image_url', image_url: {} },
      { type: 'image_url', image_url: PICTURE_64 },
    ],
  },
  input_audio: {
    says: 'an object with base64 data, no address, and one of nine formats; wav when absent',
    takes: [
      { type: 'input_audio', input_audio: { data: WAV } },
      { type: 'input_audio', input_audio: { data: WAV, format: 'wav' } },
      { type: 'input_audio', input_audio: { data: MP3, format: 'mp3' } },
      { type: 'input_audio', input_audio: { data: PCM, format: 'pcm16' } },
      { type: 'input_audio', input_audio: { data: PCM, format: 'pcm24' } },
    ],
    refuses: [
      { type: 'input_audio', input_audio: { data: MP3 } },
      { type: 'input_audio', input_audio: { data: WAV, format: 'wma' } },
      { type: 'input_audio', input_audio: { data: 'https://sounds.example/a.wav' } },
      { type: 'input_audio', input_audio: { format: 'wav' } },
    ],
  },
  video_url: {
    says: 'an object with url, a direct address or a base64 data URL',
    takes: [{ type: 'video_url', video_url: { url: MP4 } }],
    refuses: [
      { type: 'video_url', video_url: { url: 'ftp://videos.example/a.mp4' } },
      { type: 'video_url', video_url: {} },
    ],
  },
  file: {
    says: 'an object with file_data, a data URL or a public one, and a filename or none',
    takes: [
      { type: 'file', file: { file_data: PLAIN } },
      { type: 'file', file: { file_data: PLAIN, filename: 'notes.txt' } },
    ],
    refuses: [
      { type: 'file', file: { file_data: 'ftp://files.example/a.pdf' } },
      { type: 'file', file: { filename: 'notes.txt' } },
      { type: 'file', file: { file_data: PLAIN, filename: 1 } },
    ],
  },
  cache_control: {
    says: 'on any part: an object with type ephemeral and a ttl as text or none',
    takes: [
      cached(text, { type: 'ephemeral' }),
      cached(text, { type: 'ephemeral', ttl: '1h' }),
      cached({ type: 'image_url', image_url: { url: PICTURE_64 } }, { type: 'ephemeral' }),
      cached({ type: 'input_audio', input_audio: { data: WAV } }, { type: 'ephemeral' }),
      cached({ type: 'video_url', video_url: { url: MP4 } }, { type: 'ephemeral' }),
      cached({ type: 'file', file: { file_data: PLAIN } }, { type: 'ephemeral' }),
    ],
    refuses: [
      cached(text, {}),
      cached(text, { type: 'eternal' }),
      cached(text, { type: 'ephemeral', ttl: 1 }),
    ],
  },
}

const CALL = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }
const assistant = (members: JsonObject): JsonObject => ({ role: 'assistant', ...members })
const tool = (members: JsonObject): JsonObject => ({
  role: 'tool',
  content: '42',
  tool_call_id: 'call_1',
  ...members,
})

/** The five kinds of message (contract, "Message content"). */
export const MESSAGE_SAMPLES: Readonly<Record<string, Samples>> = {
  user: {
    says: 'content is text or a list of parts; name is text, null or absent',
    takes: [
      { role: 'user', content: 'Hi' },
      { role: 'user', content: [text] },
      { role: 'user', content: 'Hi', name: 'ada' },
      { role: 'user', content: 'Hi', name: null },
    ],
    refuses: [
      { role: 'user' },
      { role: 'user', content: null },
      { role: 'user', content: 'Hi', name: 1 },
      { role: 'user', content: [{ type: 'music' }] },
    ],
  },
  assistant: {
    says: 'text, text parts or null, with reasoning and tool calls; content or tool calls are there',
    takes: [
      assistant({ content: 'Hi' }),
      assistant({ content: [text] }),
      assistant({ content: null, tool_calls: [CALL] }),
      assistant({ content: 'Hi', tool_calls: null, name: null, reasoning_content: null }),
      assistant({ content: 'Hi', reasoning_content: 'Hm', name: 'bot' }),
      assistant({
        content: 'Hi',
        reasoning_details: [{ type: 'x', text: 't', index: 0, id: 'a' }],
      }),
    ],
    refuses: [
      assistant({}),
      assistant({ content: null }),
      assistant({ content: null, tool_calls: [] }),
      assistant({ content: 'Hi', reasoning_details: [{ text: 't' }] }),
      assistant({ content: 'Hi', reasoning_content: 1 }),
      assistant({ content: 'Hi', tool_calls: 'f' }),
    ],
  },
  tool: {
    says: 'content and tool_call_id are text and required; name, tool_calls, reasoning_content may be null',
    takes: [
      tool({}),
      tool({ name: null, tool_calls: null, reasoning_content: null }),
      tool({ name: 'f' }),
    ],
    refuses: [
      tool({ content: null }),
      { role: 'tool', content: '42' },
      { role: 'tool', tool_call_id: 'call_1' },
      tool({ tool_call_id: 1 }),
    ],
  },
  system: {
    says: 'content is text or text parts',
    takes: [
      { role: 'system', content: 'Be brief' },
      { role: 'system', content: [text] },
    ],
    refuses: [{ role: 'system' }, { role: 'system', content: 1 }],
  },
  developer: {
    says: 'content is text or text parts',
    takes: [
      { role: 'developer', content: 'Be brief' },
      { role: 'developer', content: [text] },
    ],
    refuses: [{ role: 'developer' }, { role: 'developer', content: 1 }],
  },
}
