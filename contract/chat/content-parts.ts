import { z } from '../zod.ts'

/** Marks the end of a prefix worth caching; a longer `ttl` is a beta of the service. */
const cacheControlSchema = z.looseObject({
  type: z.literal('ephemeral'),
  ttl: z.exactOptional(z.string()),
})

const cacheControl = z.exactOptional(cacheControlSchema)

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

/** The video containers that `video_url` documents. */
export const VIDEO_FORMATS = ['mp4', 'mpeg', 'mov', 'webm'] as const

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text)
}

function isDataUrl(text: string, kind: string): boolean {
  return text.slice(0, 64).toLowerCase().startsWith(`data:${kind}`) && text.includes(',')
}

/** A text part (contract, "Content parts"): at least one character. */
export const textPartSchema = z.looseObject({
  type: z.literal('text'),
  text: z.string().check(z.minLength(1)),
  cache_control: cacheControl,
})

/** An image part: a data URL with a base64 image, or a public web address. */
export const imagePartSchema = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({
    url: z
      .string()
      .check(
        z.refine(
          (url) => isWebAddress(url) || isDataUrl(url, 'image/'),
          'must be an http(s) URL or a data:image/…;base64 URL',
        ),
      ),
  }),
  cache_control: cacheControl,
})

/** An audio part: base64 only, addresses are not supported. */
const audioPartSchema = z.looseObject({
  type: z.literal('input_audio'),
  input_audio: z.looseObject({
    data: z
      .string()
      .check(
        z.refine(
          (data) => BASE64.test(data),
          'must be base64 data; URLs and data URLs are not supported',
        ),
      ),
    format: z.exactOptional(z.enum(AUDIO_FORMATS)),
  }),
  cache_control: cacheControl,
})

/** A video part: a direct web address or a data URL. */
export const videoPartSchema = z.looseObject({
  type: z.literal('video_url'),
  video_url: z.looseObject({
    url: z
      .string()
      .check(
        z.refine(
          (url) => isWebAddress(url) || isDataUrl(url, 'video/'),
          'must be an http(s) URL or a data:video/…;base64 URL',
        ),
      ),
  }),
  cache_control: cacheControl,
})

/** A file part: a data URL or a public web address; the name is for display only. */
export const filePartSchema = z.looseObject({
  type: z.literal('file'),
  file: z.looseObject({
    file_data: z
      .string()
      .check(
        z.refine(
          (url) => isWebAddress(url) || isDataUrl(url, ''),
          'must be an http(s) URL or a data URL',
        ),
      ),
    filename: z.exactOptional(z.string()),
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

export type TextPart = z.infer<typeof textPartSchema>
export type ImagePart = z.infer<typeof imagePartSchema>
export type AudioPart = z.infer<typeof audioPartSchema>
export type VideoPart = z.infer<typeof videoPartSchema>
export type FilePart = z.infer<typeof filePartSchema>
export type ContentPart = z.infer<typeof contentPartSchema>
