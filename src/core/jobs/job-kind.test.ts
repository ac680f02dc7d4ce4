import { describe, expect, it } from 'vitest'

import {
  contentCall,
  defaultKind,
  readJobKind,
  readJobStatus,
  readRemoteId,
  retrieveCall,
} from './job-kind.ts'

const json = (value: object) => ({
  kind: 'json' as const,
  value: JSON.parse(JSON.stringify(value)) as Record<string, string>,
  bytes: 1,
})

describe('how jobs are followed', () => {
  it('of a video queue: by its queue ID, with the model of the request', () => {
    const kind = defaultKind('/video/queue')
    expect(readRemoteId(kind, json({ queue_id: 'q1' }))).toBe('q1')
    expect(retrieveCall(kind, 'q1', { model: 'm', prompt: 'p' })).toEqual({
      method: 'POST',
      path: '/video/retrieve',
      body: { model: 'm', queue_id: 'q1' },
    })
    expect(retrieveCall(kind, 'q1', { prompt: 'p' }).body).toEqual({ queue_id: 'q1' })
    expect(contentCall(kind, 'q1')).toBeUndefined()
  })

  it('of an API whose file has a path of its own; an ID never leaves its place in a path', () => {
    const kind = defaultKind('/videos?x=1')
    expect(retrieveCall(kind, '../a b', undefined)).toEqual({
      method: 'GET',
      path: '/videos/..%2Fa%20b',
    })
    expect(contentCall(kind, 'v1')?.path).toBe('/videos/v1/content')
  })

  it('of any other path: like a resource below it', () => {
    expect(retrieveCall(defaultKind('/renders'), '7', undefined).path).toBe('/renders/7')
    expect(readRemoteId(defaultKind('/renders'), json({ id: 7 }))).toBe('7')
    expect(readRemoteId(defaultKind('/renders'), json({ id: '' }))).toBeUndefined()
    expect(readRemoteId(defaultKind('/renders'), { kind: 'text', text: 'x', bytes: 1 })).toBe(
      undefined,
    )
  })

  it.each([
    [{ status: 'PROCESSING' }, { state: 'running' }],
    [{ status: 'Completed' }, { state: 'done' }],
    [{}, { state: 'running' }],
    [{ status: 'FAILED' }, { state: 'failed', problem: 'Status: FAILED' }],
    [
      { status: 'failed', error: { message: 'Too dark' } },
      { state: 'failed', problem: 'Too dark' },
    ],
    [
      { status: 'error', error: 'Bad' },
      { state: 'failed', problem: 'Bad' },
    ],
  ])('the status of %j is %j', (body, expected) => {
    expect(readJobStatus(defaultKind('/video/queue'), json(body))).toEqual(expected)
  })

  it('a file is a result', () => {
    const body = { kind: 'file' as const, mediaType: 'video/mp4', blob: new Blob(), bytes: 0 }
    expect(readJobStatus(defaultKind('/video/queue'), body)).toEqual({ state: 'done' })
  })

  it('is read from JSON that a person wrote, with places in lists and nested bodies', () => {
    const written = {
      ...defaultKind('/renders'),
      id: 'data.0.id',
      retrieve: { method: 'POST', path: '/get', body: { a: { id: 'job {id}' }, n: 1 } },
    }
    const kind = readJobKind(JSON.stringify(written))
    if (typeof kind === 'string') throw new Error(kind)
    expect(readRemoteId(kind, json({ data: [{ id: 'x' }] }))).toBe('x')
    expect(retrieveCall(kind, 'x', undefined).body).toEqual({ a: { id: 'job x' }, n: 1 })
  })

  it.each([
    ['{', 'Invalid JSON'],
    ['{}', 'name'],
    [JSON.stringify({ ...defaultKind('/x'), content: '//evil.example/x' }), 'content'],
    [JSON.stringify({ ...defaultKind('/x'), status: '' }), 'status'],
  ])('what it cannot be read from is refused: %s', (text, words) => {
    expect(readJobKind(text)).toContain(words)
  })
})
