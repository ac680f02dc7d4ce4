import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { completionOf, contentOf } from '../../testing/completion.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** The answer to one question, at the most likely wording. */
async function answerTo(content: unknown, more: object = {}) {
  const answer = await completionOf(
    await service.call('/chat/completions', {
      model: 'sandbox-chat',
      temperature: 0,
      messages: [{ role: 'user', content }],
      ...more,
    }),
  )
  return { text: contentOf(answer), message: answer.choices?.[0]?.message }
}

/** A red square, a blue disc and a green triangle on a light ground. */
const SHAPES = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200">
  <rect width="320" height="200" fill="#f4f1ea"/><rect x="30" y="60" width="80" height="80" fill="#c0392b"/>
  <circle cx="165" cy="100" r="42" fill="#2c5aa0"/><path d="M255 58 L300 140 L215 140 Z" fill="#2e7d4f"/></svg>`

const imagePart = (bytes: Buffer) => ({
  type: 'image_url',
  image_url: { url: `data:image/png;base64,${bytes.toString('base64')}` },
})

describe('behavior: the examples that the page ships are answered', () => {
  it('says what it can do, and in one line that it is a simulator', async () => {
    const { text } = await answerTo('What can you do?')
    expect(text).toContain('/tokens 500 /rate 20')
    expect(text.match(/simulator/g)).toHaveLength(1)
    expect(text).not.toContain('|')
  })

  it('calls a tool with the city of the question, then says its figures', async () => {
    const tools = [
      {
        type: 'function',
        function: {
          name: 'get_weather',
          parameters: {
            type: 'object',
            properties: {
              city: { type: 'string', description: 'Such as "Lisbon".' },
              unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
            },
            required: ['city'],
          },
        },
      },
    ]
    const question = 'What is the weather in Porto?'
    const { message } = await answerTo(question, { tools })
    const [call] = message?.tool_calls ?? []
    expect(call?.function).toEqual({ name: 'get_weather', arguments: '{"city":"Porto"}' })
    const messages = (content: string) => [
      { role: 'user', content: question },
      message,
      { role: 'tool', tool_call_id: call?.id, content },
    ]
    const result = JSON.stringify({ temperature_c: 21, condition: 'sunny', gusts: null })
    expect((await answerTo('', { tools, messages: messages(result) })).text).toContain(
      '`get_weather` says for **Porto**: temperature **21 °C**, condition **sunny**.',
    )
    expect((await answerTo('', { tools, messages: messages('rain, *really*.') })).text).toContain(
      String.raw`for **Porto**: rain, \*really\*.`,
    )
    expect((await answerTo('', { tools, messages: messages('[an image]') })).text).toContain(
      'for **Porto**: &#91;an image&#93;.',
    )
    expect((await answerTo('', { tools, messages: messages('{}') })).text).toContain(
      'returned nothing for **Porto**',
    )
  })

  it('cites sources on both things that are compared', async () => {
    const { text, message } = await answerTo(
      'How do server-sent events differ from WebSockets? Cite your sources.',
      { vendor_parameters: { enable_web_search: 'on', enable_web_citations: true } },
    )
    expect(message).toBeDefined()
    expect(text).toMatch(/WebSockets: .*Server-sent events differ: .* \[REF\]\d\[\/REF\]/)
    expect(text).toMatch(/event stream format\.\*\* .* \[REF\]\d\[\/REF\]/)
  })

  it('adds up the times of a journey, and shows the steps in its reasoning', async () => {
    const { text, message } = await answerTo(
      'A train leaves at 9:40 and is 25 minutes late on a ride of 2 h 50 min. When does it arrive?',
      { model: 'sandbox-reasoning', reasoning_effort: 'high' },
    )
    expect(text).toContain('**12:55**')
    expect(message?.reasoning_content).toContain('Adding 2 h 50 min gives 12:55.')
    expect(
      (await answerTo('It starts at 23:30 and takes 1 hour. When is it over?')).text,
    ).toContain('**0:30** the next day')
  })

  it('answers in as many sentences as are asked for, and words it otherwise when it is hot', async () => {
    const question = 'What is a hash table? Answer in two sentences.'
    const { text } = await answerTo(question)
    expect(text).toMatch(/^A hash table stores .*\. Looking up.* rare\.\n\n\*Sandbox Chat/)
    const warm = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((seed) => answerTo(question, { temperature: 1.2, seed })),
    )
    expect(new Set(warm.map((answer) => answer.text)).size).toBeGreaterThan(1)
  })

  it('names the shapes and colors of a drawing', async () => {
    const png = await sharp(Buffer.from(SHAPES)).png().toBuffer()
    const { text } = await answerTo(
      [{ type: 'text', text: 'What shapes and colors are in the image?' }, imagePart(png)],
      { model: 'sandbox-vision' },
    )
    expect(text).toContain('image, PNG, 320 × 200 px')
    expect(text).toContain('It is mostly white (`#f4f1ea`), with ')
    expect(text).toContain('- a red square\n- a blue circle\n- a green triangle')
  })

  it('names the colors of a picture without clear shapes, and measures one that is damaged', async () => {
    const noise = Buffer.from(Array.from({ length: 90 * 90 * 3 }, (_, at) => (at * 7919) % 251))
    const photo = await sharp(noise, { raw: { width: 90, height: 90, channels: 3 } })
      .png()
      .toBuffer()
    const seen = await answerTo([imagePart(photo)], { model: 'sandbox-vision' })
    expect(seen.text).toMatch(/I see this: image, PNG, 90 × 90 px, .*mostly \w+/)
    expect(seen.text).not.toContain('\n- ')
    const half = await answerTo([imagePart(photo.subarray(0, 500))], { model: 'sandbox-vision' })
    expect(half.text).toContain('I received this: image, PNG, 90 × 90 px')
  })

  it('behavior: says which images of the whole conversation a model gets', async () => {
    const square = (edge: number) =>
      sharp({ create: { width: edge, height: edge, channels: 3, background: '#2c5aa0' } })
        .png()
        .toBuffer()
    const messages = [
      { role: 'user', content: [imagePart(await square(70)), imagePart(await square(80))] },
      { role: 'assistant', content: 'Two squares.' },
      { role: 'user', content: [{ type: 'text', text: 'And this?' }, imagePart(await square(90))] },
    ]
    const many = await answerTo('', { model: 'sandbox-vision', messages })
    expect(many.text).toContain('I see this: image, PNG, 90 × 90 px')
    expect(many.text).toContain('Images of earlier messages:')
    expect(many.text).toContain('- Message 1: image, PNG, 70 × 70 px')
    expect(many.text).toContain('- Message 1: image, PNG, 80 × 80 px')
    const single = await answerTo('', { model: 'sandbox-vision-single', messages })
    expect(single.text).toContain('I see this: image, PNG, 90 × 90 px')
    expect(single.text.match(/Message 1: an image that I don't get/g)).toHaveLength(2)
    // Without a new one, those of the last message that has any are what it gets.
    const later = await answerTo('', {
      model: 'sandbox-vision-single',
      messages: [...messages, { role: 'user', content: 'And now?' }],
    })
    expect(later.text).toContain('- Message 3: image, PNG, 90 × 90 px')
    expect(later.text.match(/an image that I don't get/g)).toHaveLength(2)
  })

  it('finds the lines of a document that the question is about', async () => {
    const notes = `Release notes, version 4

- The export writes dates as ISO 8601. They were local dates before.
- The color of links is easier to read in the dark theme.
- The endpoint /v1/report is gone. Use /v2/reports.
`
    const file_data = `data:text/plain;base64,${Buffer.from(notes).toString('base64')}`
    const ask = (text: string) =>
      answerTo(
        [
          { type: 'text', text },
          { type: 'file', file: { filename: 'release-notes.txt', file_data } },
        ],
        { model: 'sandbox-media' },
      )
    const breaking = await ask('Which changes in the document could break something for us?')
    expect(breaking.text).toContain('- The endpoint /v1/report is gone.')
    expect(breaking.text).not.toContain('color of links')
    expect((await ask('What about the theme?')).text).toContain('color of links')
    expect((await ask('And zebras?')).text).toContain('It begins with:\n\n- Release notes')
  })

  it('greets back, and quotes what it cannot answer so that no mark of it counts', async () => {
    expect((await answerTo('Hola')).text).toMatch(/^¡Hola!/)
    expect((await answerTo('Write *a* <b>poem</b>')).text).toContain(
      String.raw`“Write \*a\* \<b\>poem\</b\>”`,
    )
  })

  it('keeps the full report under /report, without calling a tool', async () => {
    const tools = [{ type: 'function', function: { name: 'f' } }]
    const { text } = await answerTo('/report Hello', { tools, top_k: 7 })
    expect(text).toContain('This is what I received.')
    expect(text).toContain('You said: `/report Hello`')
    expect(text).toContain('| `top_k` | `7` | sent |')
  })
})
