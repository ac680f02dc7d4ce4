import { isJsonObject } from '../json.ts'
import { z } from '../zod.ts'

/** The five roles (contract, "Message kinds"). */
export const ROLES = ['user', 'assistant', 'tool', 'system', 'developer'] as const
export type Role = (typeof ROLES)[number]

const name = z.exactOptional(z.nullable(z.string()))

function textThat(test: (text: string) => boolean, words: string) {
  return z.string().check(z.refine(test, words))
}

/** Marks the end of a prefix worth caching; a longer `ttl` is a beta of the service. */
const cacheControlSchema = z.looseObject({
  type: z.literal('ephemeral'),
  ttl: z.exactOptional(z.string()),
})

const cacheControl = z.exactOptional(cacheControlSchema)

/** A text part (contract, "Content parts"): at least one character. */
const textPartSchema = z.looseObject({
  type: z.literal('text'),
  text: z.string().check(z.minLength(1)),
  cache_control: cacheControl,
})

const textContent = z.union([z.string(), z.array(textPartSchema)])

/** A call that a model asks the caller to make. */
export const toolCallSchema = z.looseObject({
  id: z.string(),
  type: z.exactOptional(z.literal('function')),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
})
export type ToolCall = z.infer<typeof toolCallSchema>

/** A reasoning record; models that return it want it back unchanged with tool results. */
export interface ReasoningDetail {
  type: string
  [member: string]: unknown
}

/** Hands the very record on: an object schema would give a copy with its members reordered. */
export const reasoningDetailSchema = z
  .unknown()
  .check(
    z.refine(
      (record) => isJsonObject(record) && typeof record['type'] === 'string',
      'must be an object with a type',
    ),
  ) as z.ZodMiniType<ReasoningDetail>

/** A file part: a data URL or a public web address; the name is for display only. */
export const filePartSchema = z.looseObject({
  type: z.literal('file'),
  file: z.looseObject({
    file_data: textThat(
      (url) => isWebAddress(url) || isDataUrl(url, ''),
      'must be an http(s) URL or a data URL',
    ),
    filename: z.exactOptional(z.string()),
  }),
  cache_control: cacheControl,
})

/** A video part: a direct web address or a data URL. */
export const videoPartSchema = z.looseObject({
  type: z.literal('video_url'),
  video_url: z.looseObject({
    url: textThat(
      (url) => isWebAddress(url) || isDataUrl(url, 'video/'),
      'must be an http(s) URL or a data:video/…;base64 URL',
    ),
  }),
  cache_control: cacheControl,
})

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

/** The audio formats of `input_audio.format`; the service assumes `wav` when it is not sent. */
export const AUDIO_FORMATS = [
  'wav',
  'mp3',
  'aiff',
  'aac',
  'ogg',
  'flac',
  'm4a',
  'pcm16',
  'pcm24',
] as const

const audioPartSchema = z.looseObject({
  type: z.literal('input_audio'),
  input_audio: z.looseObject({
    data: textThat(
      (data) => BASE64.test(data),
      'must be base64 data; URLs and data URLs are not supported',
    ),
    format: z.exactOptional(z.enum(AUDIO_FORMATS)),
  }),
  cache_control: cacheControl,
})

/** An image part: a data URL with a base64 image, or a public web address. */
export const imagePartSchema = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({
    url: textThat(
      (url) => isWebAddress(url) || isDataUrl(url, 'image/'),
      'must be an http(s) URL or a data:image/…;base64 URL',
    ),
  }),
  cache_control: cacheControl,
})

/** Any of the five content parts of a user message. */
export const contentPartSchema = z.discriminatedUnion('type', [
  textPartSchema,
  imagePartSchema,
  audioPartSchema,
  videoPartSchema,
  filePartSchema,
])

const userMessageSchema = z.looseObject({
  role: z.literal('user'),
  content: z.union([z.string(), z.array(contentPartSchema)]),
  name,
})

const assistantMessageSchema = z
  .looseObject({
    role: z.literal('assistant'),
    content: z.exactOptional(z.nullable(textContent)),
    name,
    reasoning_content: z.exactOptional(z.nullable(z.string())),
    reasoning_details: z.exactOptional(z.nullable(z.array(reasoningDetailSchema))),
    tool_calls: z.exactOptional(z.nullable(z.array(toolCallSchema))),
  })
  .check(
    z.refine(
      (message) => message.content != null || (message.tool_calls?.length ?? 0) > 0,
      'must have content or tool calls',
    ),
  )

const toolMessageSchema = z.looseObject({
  role: z.literal('tool'),
  content: z.string(),
  tool_call_id: z.string(),
  name,
  tool_calls: z.exactOptional(z.nullable(z.array(toolCallSchema))),
  reasoning_content: z.exactOptional(z.nullable(z.string())),
})

const systemMessageSchema = z.looseObject({ role: z.literal('system'), content: textContent, name })

/** Instructions from the caller, under the newer role name. */
const developerMessageSchema = z.looseObject({
  role: z.literal('developer'),
  content: textContent,
  name,
})

/** A message of any of the five roles. */
export const messageSchema = z.discriminatedUnion('role', [
  userMessageSchema,
  assistantMessageSchema,
  toolMessageSchema,
  systemMessageSchema,
  developerMessageSchema,
])

export type UserMessage = z.infer<typeof userMessageSchema>
export type AssistantMessage = z.infer<typeof assistantMessageSchema>
export type ToolMessage = z.infer<typeof toolMessageSchema>
export type Message = z.infer<typeof messageSchema>

/** The text of a message: its string content, or its text parts joined; '' when it has none. */
export function messageText(message: Pick<Message, 'content'>): string {
  const { content } = message
  if (typeof content === 'string') return content
  return (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

/** The video containers that `video_url` documents. */
export const VIDEO_FORMATS = ['mp4', 'mpeg', 'mov', 'webm'] as const

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text)
}

function isDataUrl(text: string, kind: string): boolean {
  return text.slice(0, 64).toLowerCase().startsWith(`data:${kind}`) && text.includes(',')
}

export type TextPart = z.infer<typeof textPartSchema>
export type ImagePart = z.infer<typeof imagePartSchema>
export type AudioPart = z.infer<typeof audioPartSchema>
export type VideoPart = z.infer<typeof videoPartSchema>
export type FilePart = z.infer<typeof filePartSchema>
export type ContentPart = z.infer<typeof contentPartSchema>
