import type { IncomingMessage, ServerResponse } from 'node:http'

import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { chatCompletionSchema, type ChatCompletion } from '../../../../contract/chat/response.ts'
import { SCRAPED_PAGE_MICRO_USD } from '../../../../contract/models/price.ts'
import { validate } from '../../../../contract/validation.ts'
import { chunksOf } from '../../../testing/read-stream.ts'
import {
  book,
  pdf,
  presentation,
  wordDocument,
  wordParts,
  archiveOf,
  workbook,
} from '../../../testing/sample-documents.ts'
import { startStandInInternet, type StandInInternet } from '../../../testing/stand-in-internet.ts'
import { startTestService, type TestService } from '../../../testing/start-service.ts'
import { countTokens } from '../prepare/tokens.ts'

let internet: StandInInternet
let service: TestService
let asked: string[] = []
beforeAll(async () => {
  internet = await startStandInInternet((request, response) => {
    asked.push(`${request.headers.host}${request.url}`)
    void serve(request, response)
  })
})
afterAll(() => internet.stop())
// One for each test: many requests here fail, and more than 20 of those block a caller.
beforeEach(async () => {
  asked = []
  service = await startTestService({ outboundPolicy: internet.policy })
})
afterEach(() => service.stop())

const PAGE =
  '<!doctype html><title>A &amp; B</title><style>p{}</style><h1>Heading</h1><p>First words.</p><script>alert(1)</script>'

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?')
  const send = (type: string, body: string | Uint8Array) => {
    response.writeHead(200, { 'Content-Type': type })
    response.end(body)
  }
  if (path === '/photo') send('text/plain', await picture('png', 200, 100))
  else if (path === '/report.pdf') send('application/pdf', pdf(['From afar']))
  else if (path === '/page') send('text/html', PAGE)
  else if (path === '/notes.txt') send('text/plain', 'Plain notes')
  else if (path === '/to-loopback') {
    response.writeHead(302, { Location: 'http://127.0.0.1/secret' })
    response.end()
  } else {
    response.writeHead(404)
    response.end()
  }
}

type Format = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif'

function picture(format: Format, width: number, height: number): Promise<Uint8Array> {
  const image = sharp({ create: { width, height, channels: 3, background: '#123456' } })
  return image.toFormat(format).toBuffer()
}

function dataUrl(bytes: Uint8Array | string, type = 'application/octet-stream'): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}

const image = (url: string) => ({ type: 'image_url', image_url: { url } })
const file = (file_data: string, filename?: string) => ({
  type: 'file',
  file: { file_data, ...(filename === undefined ? {} : { filename }) },
})
const text = (words: string) => ({ type: 'text', text: words })

function ask(parts: unknown[], more: object = {}): Promise<Response> {
  return service.call('/chat/completions', {
    model: 'sandbox-media',
    messages: [{ role: 'user', content: parts }],
    ...more,
  })
}

async function completion(response: Response): Promise<ChatCompletion> {
  const validated = validate(chatCompletionSchema, await response.json())
  if (!validated.ok) throw new Error(JSON.stringify(validated.issues))
  return validated.value
}

function contentOf(answer: ChatCompletion): string {
  const content = answer.choices?.[0]?.message.content
  return typeof content === 'string' ? content : ''
}

async function answerTo(parts: unknown[], more: object = {}): Promise<string> {
  return contentOf(await completion(await ask(parts, more)))
}

/** The one issue of a refused request, as `path: message`. */
async function issueOf(response: Response): Promise<string> {
  expect(response.status).toBe(400)
  const { issues } = (await response.json()) as {
    issues: { path: (string | number)[]; message: string }[]
  }
  expect(issues).toHaveLength(1)
  return `${issues[0]?.path.join('.')}: ${issues[0]?.message}`
}

describe('an image', () => {
  it.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)(
    'is measured from the header of a %s, whatever type it claims',
    async (format) => {
      const bytes = await picture(format, 130, 70)
      const answer = await answerTo([image(dataUrl(bytes, 'image/bmp'))])
      expect(answer).toMatch(/image, \w+, 130 × 70 px, /)
      expect(answer.toLowerCase()).toContain(`image, ${format}`)
    },
  )

  it('is refused below 64 px on a side, and when it is no image, with its path', async () => {
    const small = dataUrl(await picture('png', 64, 63), 'image/png')
    expect(await issueOf(await ask([text('x'), image(small)]))).toBe(
      'messages.0.content.1.image_url.url: messages[0].content[1].image_url.url is an image of 64 × 63 px; both sides must be at least 64 px.',
    )
    const none = dataUrl('no image at all', 'image/png')
    expect(await issueOf(await ask([image(none)]))).toContain(
      'is not a PNG, JPEG, GIF, WebP or AVIF',
    )
    const half = dataUrl((await picture('png', 99, 99)).slice(0, 18), 'image/png')
    expect(await issueOf(await ask([image(half)]))).toContain('header is damaged')
  })

  it('behavior: of 60,000 × 60,000 px is refused by its pixels, from its header alone', async () => {
    const bytes = Buffer.from(await picture('png', 64, 64))
    bytes.writeUInt32BE(60_000, 16)
    bytes.writeUInt32BE(60_000, 20)
    expect(await issueOf(await ask([image(dataUrl(bytes, 'image/png'))]))).toContain(
      'is an image of 60000 × 60000 px, but may have at most 33,177,600 pixels',
    )
  })

  it('is refused by a model without vision', async () => {
    const url = dataUrl(await picture('png', 64, 64), 'image/png')
    const response = await ask([text('x'), image(url)], { model: 'sandbox-chat' })
    expect(await issueOf(response)).toBe(
      'messages.0.content.1: messages[0].content[1] is of type image_url; the model sandbox-chat does not take images.',
    )
  })

  it('that a single-image model drops is neither validated nor fetched', async () => {
    const url = dataUrl(await picture('png', 80, 80), 'image/png')
    const answer = await completion(
      await service.call('/chat/completions', {
        model: 'sandbox-vision-single',
        messages: [
          { role: 'user', content: [image('https://a.example/missing')] },
          { role: 'user', content: [text('/report'), image(url), image(url)] },
        ],
      }),
    )
    expect(contentOf(answer)).toContain('~~image at a.example (not fetched)~~ (dropped')
    expect(contentOf(answer).match(/80 × 80 px/g)).toHaveLength(2)
    expect(asked).toEqual([])
  })
})

describe('audio and video', () => {
  /** 16-bit mono at 8 kHz. */
  function wav(seconds: number): Buffer {
    const data = Buffer.alloc(seconds * 16_000)
    const head = Buffer.alloc(44)
    head.write('RIFF', 0)
    head.writeUInt32LE(36 + data.length, 4)
    head.write('WAVEfmt ', 8)
    head.writeUInt32LE(16, 16)
    head.writeUInt16LE(1, 20)
    head.writeUInt16LE(1, 22)
    head.writeUInt32LE(8000, 24)
    head.writeUInt32LE(16_000, 28)
    head.writeUInt16LE(2, 32)
    head.writeUInt16LE(16, 34)
    head.write('data', 36)
    head.writeUInt32LE(data.length, 40)
    return Buffer.concat([head, data])
  }
  const audio = (data: Uint8Array, format?: string) => ({
    type: 'input_audio',
    input_audio: {
      data: Buffer.from(data).toString('base64'),
      ...(format === undefined ? {} : { format }),
    },
  })

  it('say their real length and size', async () => {
    expect(await answerTo([audio(wav(2.5))])).toContain('audio, wav, 2.5 s, 40.0 kB')
    expect(await answerTo([audio(Buffer.alloc(100), 'pcm16')])).toContain('audio, pcm16, 100 bytes')
    const webm = Buffer.from('1a45dfa3aabbccdd', 'hex')
    const video = { type: 'video_url', video_url: { url: dataUrl(webm, 'video/mp4') } }
    expect(await answerTo([video])).toContain('video, webm, 8 bytes')
    const afar = { type: 'video_url', video_url: { url: 'https://v.example/a.mp4' } }
    expect(await answerTo([afar])).toContain('video at v.example (not fetched)')
  })

  it('are refused in another format than they say, and in one that is not listed', async () => {
    expect(await issueOf(await ask([audio(Buffer.from('ID3xxxxxxxxxxx'), 'flac')]))).toContain(
      'messages[0].content[0].input_audio.data begins like mp3, but input_audio.format is flac.',
    )
    const response = await ask([audio(Buffer.alloc(10), 'midi')])
    expect(await issueOf(response)).toContain('messages.0.content.0.input_audio.format')
    const video = { type: 'video_url', video_url: { url: dataUrl('xx', 'video/ogg') } }
    expect(await issueOf(await ask([video]))).toContain('must be mp4, mpeg, mov or webm')
  })
})

describe('a file', () => {
  it.each([
    ['a.pdf', pdf(['Two words', 'and more']), 'PDF', 'read as 2 pages, 19 characters'],
    ['a.docx', wordDocument('Two words'), 'Word document', 'read as 9 characters'],
    ['a.xlsx', workbook([['Two', 'words']]), 'spreadsheet', 'read as 1 sheet, 24 characters'],
    ['a.xls', workbook([['Two', 'words']], 'biff8'), 'spreadsheet', 'read as 1 sheet'],
    ['a.pptx', presentation('Two words'), 'presentation', 'read as 1 slide'],
    ['a.epub', book('<p>Two words</p>'), 'EPUB', 'read as 1 chapter, 9 characters'],
    ['a.md', 'Two words', 'Markdown', 'read as 9 characters'],
    ['a.csv', 'Two,words', 'CSV', 'read as 9 characters'],
    ['a.json', '"Two words"', 'JSON', 'read as 11 characters'],
    ['a.py', 'Two words', 'source code', 'read as 9 characters'],
    ['a.txt', 'Two words', 'plain text', 'read as 9 characters'],
  ])('%s becomes text, and is described by what was read', async (name, bytes, label, read) => {
    const answer = await answerTo([text('/report'), file(dataUrl(bytes, 'image/png'), name)])
    expect(answer).toContain(`file \`${name}\`, ${label}, `)
    expect(answer).toContain(read)
    expect(answer).not.toContain('Two words')
  })

  it('counts with its text in prompt tokens, and is shown by /echo without data and text', async () => {
    const words = 'Some words of a file that is not small. '.repeat(200)
    const usage = async (content: string) => {
      const answer = await completion(await ask([text('/tokens 1'), file(dataUrl(content))]))
      return answer.usage?.prompt_tokens ?? 0
    }
    expect((await usage(words)) - (await usage('x'))).toBe(countTokens(words) - 1)
    const echo = await answerTo([text('/echo'), file(dataUrl(words), 'words.txt')])
    expect(echo).toContain('words.txt')
    expect(echo).toMatch(/data:application\/octet-stream;base64,\w*… \([\d,]+ characters\)/)
    expect(echo.length).toBeLessThan(1000)
  })

  it('that makes the prompt longer than the context is refused', async () => {
    const response = await ask([file(dataUrl('word '.repeat(140_000)))])
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'context_length_exceeded' } })
  })

  it.each([
    ['an archive', archiveOf({ 'a.txt': 'x' }), 'It is an archive, but not a DOCX'],
    ['binary data', Buffer.from([1, 0, 2, 0]), 'type is not supported'],
    ['half a DOCX', wordDocument('x').slice(0, 200), 'damaged'],
    ['a bomb', archiveOf(wordParts(' '.repeat(5e6))), 'compressed more than 100 times'],
  ])('that is %s is refused with its path', async (_, bytes, words) => {
    expect(await issueOf(await ask([text('x'), file(dataUrl(bytes), 'a.pdf')]))).toMatch(
      new RegExp(
        `^messages.0.content.1.file.file_data: messages\\[0\\].content\\[1\\].file.file_data can't be read. .*${words}`,
      ),
    )
  })
})

describe('the parts of a message', () => {
  it.each([
    ['image_url', 10, image('http://a.example/photo')],
    ['file', 5, file(dataUrl('x'))],
    ['video_url', 3, { type: 'video_url', video_url: { url: 'https://v.example/x' } }],
    ['input_audio', 5, { type: 'input_audio', input_audio: { data: 'AAAA', format: 'pcm16' } }],
  ])('of type %s are at most %d in one message', async (type, most, part) => {
    expect((await ask(Array.from({ length: most }, () => part))).status).toBe(200)
    const response = await ask(Array.from({ length: most + 1 }, () => part))
    const { issues } = (await response.json()) as { issues: { path: unknown; message: string }[] }
    expect(issues[0]).toMatchObject({
      path: ['messages', 0, 'content'],
      message: `messages[0].content has ${most + 1} parts of type ${type}; one message may have at most ${most}.`,
    })
  })
})

describe('an address', () => {
  it('is fetched once, however often a request names it', async () => {
    const photo = image('http://a.example/photo')
    expect((await answerTo([photo, photo, photo])).match(/200 × 100 px/g)).toHaveLength(3)
    expect(asked).toEqual(['a.example/photo'])
  })

  it('of an image or a file is fetched and measured', async () => {
    const answer = await answerTo([
      text('/report'),
      image('http://a.example/photo'),
      file('http://a.example/report.pdf'),
    ])
    expect(answer).toContain('image, PNG, 200 × 100 px')
    expect(answer).toContain('file, PDF, ')
    expect(answer).toContain('read as 1 page, 9 characters')
  })

  it.each([
    ['http://127.0.0.1/x', 'The host 127.0.0.1 is not on the public internet'],
    ['http://[::ffff:169.254.169.254]/', 'is not on the public internet'],
    ['http://localhost/x', 'is not on the public internet'],
    ['http://a.example:8080/x', 'Its port is 8080'],
    ['http://a.example/missing', 'returned status 404'],
    ['http://a.example/to-loopback', 'After a redirect: The host 127.0.0.1 is not on the public'],
    ['http://user:word@a.example/photo', 'It contains a user name or password'],
  ])('%s is refused with its path', async (address, words) => {
    expect(await issueOf(await ask([image(address)]))).toContain(
      `messages.0.content.0.image_url.url: messages[0].content[0].image_url.url can't be fetched. `,
    )
    expect(await issueOf(await ask([text('x'), file(address)]))).toContain(
      `messages[0].content[1].file.file_data can't be fetched. `,
    )
    expect(await issueOf(await ask([file(address)]))).toContain(words)
  })
})

describe('web scraping', () => {
  const scraping = { enable_web_scraping: true }

  it('reads the addresses of the last user message, lists them, and charges what was read', async () => {
    const before = await completion(await service.chat('Nothing', { vendor_parameters: scraping }))
    expect(contentOf(before)).toContain('No URL was fetched')
    const message =
      'Compare http://a.example/page, http://b.example/notes.txt and http://a.example/missing with http://127.0.0.1/x.'
    const response = await service.call('/chat/completions', {
      model: 'sandbox-chat',
      messages: [
        { role: 'user', content: 'http://a.example/page?earlier' },
        { role: 'user', content: message },
      ],
      vendor_parameters: { ...scraping, enable_web_search: 'on', enable_web_citations: true },
    })
    const answer = await completion(response)
    expect(asked.toSorted()).toEqual(['a.example/missing', 'a.example/page', 'b.example/notes.txt'])
    const content = contentOf(answer)
    expect(content).toContain('- `http://a.example/page`: `A & B`, 21 characters [REF]0[/REF]')
    expect(content).toContain(
      '- `http://b.example/notes.txt`: `http://b.example/notes.txt`, 11 char',
    )
    expect(content).toMatch(/`http:\/\/a\.example\/missing` was not fetched\. .*status 404/)
    expect(content).toMatch(/`http:\/\/127\.0\.0\.1\/x` was not fetched\. .*public internet/)
    expect(content).not.toContain('From the web search')
    expect(answer.vendor_parameters).toMatchObject({
      enable_web_scraping: true,
      web_search_citations: [
        { title: 'A & B', url: 'http://a.example/page', content: 'Heading\n\nFirst words.' },
        { url: 'http://b.example/notes.txt', content: 'Plain notes' },
      ],
    })
    const { usage, cost } = answer
    const tokens = Math.ceil(
      (usage?.prompt_tokens ?? 0) * 0.7 + (usage?.completion_tokens ?? 0) * 2.8,
    )
    expect(Math.round((cost?.usd ?? 0) * 1e6)).toBe(tokens + 2 * SCRAPED_PAGE_MICRO_USD)
  })

  it('adds what it read to the prompt, and nothing is charged for what it did not', async () => {
    const usage = async (words: string) => {
      const { usage: counted, cost } = await completion(
        await service.chat(`/tokens 1 ${words}`, { vendor_parameters: scraping }),
      )
      return { prompt: counted?.prompt_tokens ?? 0, usd: cost?.usd ?? 0 }
    }
    const read = await usage('http://a.example/page')
    const unread = await usage('http://a.example/miss')
    expect(read.prompt).toBeGreaterThan(unread.prompt + 10)
    expect(read.usd).toBeGreaterThan(0.01)
    expect(unread.usd).toBeLessThan(0.001)
  })

  it('reads five addresses at most, each once', async () => {
    const addresses = [1, 2, 2, 3, 4, 5, 6].map((number) => `http://a.example/page?${number}`)
    await completion(await service.chat(addresses.join(' '), { vendor_parameters: scraping }))
    expect(asked.toSorted()).toEqual([1, 2, 3, 4, 5].map((number) => `a.example/page?${number}`))
  })

  it('shows its sources in a stream that asks for them, and is off by default', async () => {
    await service.chat('See http://a.example/page')
    expect(asked).toEqual([])
    const chunks = await chunksOf(
      await service.chat('/tokens 2 http://a.example/page', {
        stream: true,
        vendor_parameters: { ...scraping, include_search_results_in_stream: true },
      }),
    )
    expect(chunks[0]?.vendor_parameters?.web_search_citations).toMatchObject([
      { url: 'http://a.example/page' },
    ])
    expect(chunks.at(-1)?.cost?.usd).toBeGreaterThan(0.01)
  })
})
