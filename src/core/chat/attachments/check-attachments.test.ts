import { describe, expect, it } from 'vitest'

import type { Message } from '../../../../contract/chat/messages.ts'
import type { Model, ModelCapabilities } from '../../../../contract/models/model.ts'
import type { Attachment } from './attachment.ts'
import { type AttachmentContext, checkAttachments } from './check-attachments.ts'

const nothing: AttachmentContext = { history: [], models: [] }

/** A Blob of a size without its bytes. */
function blobOfSize(size: number): Blob {
  return Object.defineProperty(new Blob([]), 'size', { value: size })
}

let made = 0

function image(width: number, height: number, bytes = 1000): Attachment {
  made += 1
  const size = { width, height }
  return {
    kind: 'image',
    id: `image-${made}`,
    name: 'a.png',
    cached: false,
    source: { blob: blobOfSize(bytes) },
    facts: {
      type: 'png',
      size,
      shown: size,
      bytes,
      orientation: 1,
      metadata: false,
      location: false,
    },
  }
}

function video(): Attachment {
  made += 1
  const source = { url: 'https://a.example/v.mp4' }
  return { kind: 'video', id: `video-${made}`, name: 'v', cached: false, source }
}

function model(id: string, capabilities: ModelCapabilities): Model {
  return { id, model_spec: { capabilities } }
}

function withImages(count: number): Message {
  const url = 'https://a.example/b.png'
  const content = Array.from({ length: count }, () => ({
    type: 'image_url' as const,
    image_url: { url },
  }))
  return { role: 'user', content }
}

const messagesOf = (parts: Attachment[], context: AttachmentContext = nothing) =>
  checkAttachments(parts, context).map(({ level, message }) => `${level}: ${message}`)

describe('checking what is attached', () => {
  it('has nothing to say about what is right', () => {
    expect(checkAttachments([image(64, 64), video()], nothing)).toEqual([])
  })

  it('behavior: names more pixels than are read, and offers to shrink', () => {
    const [issue] = checkAttachments([image(60_000, 60_000)], nothing)
    expect(issue?.message).toBe(
      'a.png is 60000 × 60000 px. The limit is 33,177,600 pixels in total.',
    )
    expect(issue?.fixes.map(({ label }) => label)).toEqual(['Shrink a.png'])
  })

  it('names sides below the least, and offers to enlarge', () => {
    const [issue] = checkAttachments([image(63, 64)], nothing)
    expect(issue?.message).toBe('a.png is 63 × 64 px. Both sides must be at least 64 px.')
    expect(issue?.fixes.map(({ label }) => label)).toEqual(['Enlarge to 64 px'])
    // A line would grow beyond any canvas.
    expect(checkAttachments([image(1, 4000)], nothing)[0]?.fixes).toEqual([])
  })

  it('takes a file below the limit and refuses one at it', () => {
    expect(checkAttachments([image(64, 64, 24_999_999)], nothing)).toEqual([])
    const [issue] = checkAttachments([image(64, 64, 25_000_000)], nothing)
    expect(issue).toMatchObject({
      level: 'error',
      message: 'a.png is 25 MB. Files must be smaller than 25 MB.',
      fixes: [{ label: 'Shrink a.png' }],
    })
  })

  it('counts parts of a type and keeps the first', () => {
    const parts = Array.from({ length: 12 }, () => image(64, 64))
    const [issue] = checkAttachments(parts, nothing)
    expect(issue?.message).toBe('12 images attached. A message can have up to 10.')
    expect(issue?.fixes).toEqual([
      { kind: 'remove', label: 'Keep the first 10', ids: parts.slice(10).map(({ id }) => id) },
    ])
  })

  it('counts the videos of the conversation along', () => {
    const url = 'https://a.example/v.mp4'
    const before: Message = {
      role: 'user',
      content: [1, 2].map(() => ({ type: 'video_url', video_url: { url } })),
    }
    expect(messagesOf([video()], { ...nothing, history: [before] })).toEqual([])
    expect(messagesOf([video(), video()], { ...nothing, history: [before] })).toEqual([
      'error: The conversation has 2 videos. A request can have up to 3: you can add 1.',
    ])
  })

  it('adds up the whole request as JSON', () => {
    const issues = checkAttachments([image(64, 64, 20_000_000), image(64, 64, 8_000_000)], nothing)
    expect(issues.map(({ message }) => message)).toEqual([
      'The request is 37.4 MB as JSON. The limit is 35 MB.',
    ])
    expect(issues[0]?.fixes[0]?.label).toBe('Shrink a.png')
  })

  it('warns of what a model denies and names one that takes all of it', () => {
    const blind = model('blind', { supportsVision: false })
    const seeing = model('seeing', { supportsVision: true })
    const context = { history: [], models: [blind, seeing], model: blind }
    expect(checkAttachments([image(64, 64)], context)).toEqual([
      {
        level: 'warning',
        message: "blind doesn't support images: the API will reject this request.",
        fixes: [{ kind: 'use-model', label: 'Use seeing', model: 'seeing' }],
      },
    ])
    // A list that says nothing denies nothing.
    expect(checkAttachments([image(64, 64)], { ...context, model: model('silent', {}) })).toEqual(
      [],
    )
  })

  it('says which images a model for one message of them will see', () => {
    const single = model('single', { supportsVision: true, maxImages: 1 })
    const context = { history: [withImages(3)], models: [single], model: single }
    expect(messagesOf([image(64, 64), image(64, 64)], context)).toEqual([
      'warning: single supports up to 1 image per request. This one has 2.',
      'note: single sees only the last images: 2 in this message, not the 3 before.',
    ])
  })

  it('adds up the images of the history for a model that keeps them', () => {
    const many = model('many', { supportsVision: true, supportsMultipleImages: true, maxImages: 4 })
    const context = { history: [withImages(3)], models: [many], model: many }
    expect(messagesOf([image(64, 64)], context)).toEqual([])
    expect(messagesOf([image(64, 64), image(64, 64)], context)).toEqual([
      'warning: many supports up to 4 images per request. This one has 5.',
    ])
  })
})

it('warns of a GIF, which some APIs reject, and offers other types', () => {
  const png = image(100, 100)
  if (png.kind !== 'image' || png.facts === undefined) throw new Error('An image has facts')
  const gif = { ...png, name: 'a.gif', facts: { ...png.facts, type: 'gif' as const } }
  const [issue] = checkAttachments([gif], nothing)
  expect(issue).toMatchObject({
    level: 'warning',
    message: 'a.gif is a GIF image, which some APIs reject.',
  })
  expect(issue?.fixes).toHaveLength(3)
})
