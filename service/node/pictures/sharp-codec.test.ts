import { describe, expect, it } from 'vitest'

import { planEdit } from '../../app/images/edit-plan.ts'
import type { Drawing, WorkLimits } from '../../app/images/picture-codec.ts'
import { createCatalogue } from '../../app/models/catalogue.ts'
import { createSandboxEngine } from '../../app/sandbox/sandbox-engine.ts'
import { plain } from '../../testing/sample-images.ts'
import { sharpCodec } from '../node-adapters.ts'

const DRAWING: Drawing = {
  prompt: 'two red houses at night',
  negativePrompt: '',
  style: undefined,
  seed: 1,
  width: 128,
  height: 96,
  format: 'png',
  hasCaption: false,
  isBlurred: false,
}

const inTime = (): WorkLimits => ({
  signal: new AbortController().signal,
  endsAt: Date.now() + 600_000,
})

describe('pictures by sharp', () => {
  it('tells the sides of an image, and which bytes are none', async () => {
    const png = plain(300, 260)
    expect(await sharpCodec.readHeader(png, 'png')).toEqual({
      ok: true,
      value: { width: 300, height: 260, hasAlpha: false, texts: [] },
    })
    const start = png.subarray(0, 20)
    expect(await sharpCodec.readHeader(start, 'png')).toEqual({ ok: false, reason: 'damaged' })
  })

  it('edits to the size that was planned, and to the same bytes for the same request', async () => {
    const catalogue = createCatalogue(createSandboxEngine())
    const settings = { prompt: 'invert', aspect_ratio: '16:9', output_format: 'png' } as const
    const plan = await planEdit(settings, catalogue)
    const facts = { width: 300, height: 260, hasAlpha: false, texts: [] }
    const png = plain(300, 260)
    const edit = () => sharpCodec.edit(png, facts, plan, false, inTime())
    const edited = await edit()
    expect(edited).toMatchObject({ width: 1024, height: 576 })
    expect(await sharpCodec.readHeader(edited.bytes, 'png')).toMatchObject({
      ok: true,
      value: { width: 1024, height: 576, texts: [] },
    })
    expect((await edit()).bytes).toEqual(edited.bytes)
  })

  it('makes a small copy with the colors of the image, and none of one that breaks off', async () => {
    const png = plain(300, 150)
    const small = await sharpCodec.sample(png, 30, inTime())
    expect(small).toMatchObject({ width: 30, height: 15 })
    expect(small?.rgb).toHaveLength(30 * 15 * 3)
    expect(new Set(small?.rgb.slice(0, 3))).toEqual(new Set(small?.rgb.slice(-3)))
    expect(await sharpCodec.sample(png.subarray(0, 60), 30, inTime())).toBeUndefined()
  })

  it('refuses an image that breaks off, with a 400 that says so', async () => {
    const plan = await planEdit({ prompt: 'invert' }, createCatalogue(createSandboxEngine()))
    const facts = { width: 300, height: 260, hasAlpha: false, texts: [] }
    const cut = plain(300, 260).subarray(0, 60)
    await expect(sharpCodec.edit(cut, facts, plan, false, inTime())).rejects.toMatchObject({
      status: 400,
    })
  })

  it('draws the same picture for the same request, in its size', async () => {
    const drawn = await sharpCodec.draw(DRAWING, inTime())
    expect(await sharpCodec.readHeader(drawn, 'png')).toMatchObject({
      ok: true,
      value: { width: 128, height: 96 },
    })
    expect(await sharpCodec.draw(DRAWING, inTime())).toEqual(drawn)
    expect(await sharpCodec.draw({ ...DRAWING, seed: 2 }, inTime())).not.toEqual(drawn)
  })

  it('gives up with a 504 when the time is over, and with the reason of a signal', async () => {
    const late = { ...inTime(), endsAt: Date.now() - 1 }
    await expect(sharpCodec.draw(DRAWING, late)).rejects.toMatchObject({ status: 504 })
    const gone = { ...inTime(), signal: AbortSignal.abort(new Error('gone')) }
    await expect(sharpCodec.draw(DRAWING, gone)).rejects.toThrow('gone')
  })
})
