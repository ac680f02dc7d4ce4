import { expect, test } from 'vitest'

import { startRecording, type MediaWorld } from './recording.ts'

/** A microphone behind a permission question that the test answers, with one track. */
function fakeMedia() {
  const track = { live: true, stop: () => (track.live = false) }
  const stream = { getTracks: () => [track] } as unknown as MediaStream
  let allow = () => {}
  const permission = new Promise<MediaStream>((resolve) => {
    allow = () => resolve(stream)
  })
  let recorders = 0
  class FakeRecorder extends EventTarget {
    state: RecordingState = 'inactive'
    mimeType = 'audio/webm'
    constructor() {
      super()
      recorders += 1
    }
    start() {
      this.state = 'recording'
    }
    stop() {
      this.state = 'inactive'
      const data = Object.assign(new Event('dataavailable'), { data: new Blob(['sound']) })
      this.dispatchEvent(data)
      this.dispatchEvent(new Event('stop'))
    }
  }
  const world: MediaWorld = {
    openMicrophone: () => permission,
    createRecorder: () => new FakeRecorder() as unknown as MediaRecorder,
  }
  return { world, allow, isLive: () => track.live, recorders: () => recorders }
}

test('a recording ends with what was said, and the microphone is off', async () => {
  const media = fakeMedia()
  media.allow()
  const recording = await startRecording(new AbortController().signal, media.world)
  expect(media.isLive()).toBe(true)
  const sound = await recording.stop()
  expect(await sound.text()).toBe('sound')
  expect(sound.type).toBe('audio/webm')
  expect(media.isLive()).toBe(false)
})

test('the microphone is off when it is allowed after the dialog was closed', async () => {
  const media = fakeMedia()
  const closing = new AbortController()
  const started = startRecording(closing.signal, media.world)
  closing.abort()
  media.allow()
  await expect(started).rejects.toMatchObject({ name: 'AbortError' })
  expect(media.isLive()).toBe(false)
  expect(media.recorders()).toBe(0)
})

test('the microphone is off when the dialog is closed while recording', async () => {
  const media = fakeMedia()
  media.allow()
  const closing = new AbortController()
  await startRecording(closing.signal, media.world)
  closing.abort()
  expect(media.isLive()).toBe(false)
})

test('nobody is asked for the microphone when the dialog is closed already', async () => {
  let asked = false
  const world: MediaWorld = {
    ...fakeMedia().world,
    openMicrophone: () => {
      asked = true
      return Promise.reject(new Error('not reached'))
    },
  }
  await expect(startRecording(AbortSignal.abort(), world)).rejects.toMatchObject({
    name: 'AbortError',
  })
  expect(asked).toBe(false)
})

test('error: the microphone is off when the browser cannot record', async () => {
  const media = fakeMedia()
  media.allow()
  const world: MediaWorld = {
    ...media.world,
    createRecorder: () => {
      throw new DOMException('No such codec', 'NotSupportedError')
    },
  }
  await expect(startRecording(new AbortController().signal, world)).rejects.toMatchObject({
    name: 'NotSupportedError',
  })
  expect(media.isLive()).toBe(false)
})
