import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { completionOf, contentOf } from '../../testing/completion.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'
import { CHARACTERS } from './characters.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

async function list(query = ''): Promise<{ slugs: unknown[]; response: Response }> {
  const response = await service.call(`/characters${query}`)
  const data: unknown = Reflect.get(Object(await response.json()), 'data')
  const slugs = Array.isArray(data)
    ? data.map((item): unknown => Reflect.get(Object(item), 'slug'))
    : []
  return { slugs, response }
}

describe('GET /characters', () => {
  it('lists the public characters in the documented shape', async () => {
    const response = await service.call('/characters')
    expect(await response.json()).toMatchObject({
      object: 'list',
      data: expect.arrayContaining([
        {
          id: expect.any(String),
          slug: 'ada',
          name: 'Ada the Analyst',
          description: expect.any(String),
          photoUrl: null,
          shareUrl: null,
          author: expect.any(String),
          tags: ['precise', 'teaching'],
          featured: true,
          adult: false,
          webEnabled: true,
          modelId: 'sandbox-chat',
          stats: {
            averageRating: 4.8,
            imports: 2310,
            ratingCount: 182,
            ratingSum: 874,
            userRating: null,
          },
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      ]),
    })
    expect(response.headers.get('x-pagination-total')).toBe(String(CHARACTERS.length))
  })

  it('searches, filters, sorts and pages', async () => {
    expect((await list('?search=PIRATE')).slugs).toEqual(['captain-cache'])
    expect((await list('?tags=teaching')).slugs).toEqual(['ada', 'professor-token'])
    expect((await list('?categories=writing,education')).slugs).toHaveLength(3)
    expect((await list('?modelId=sandbox-fast&isWebEnabled=false')).slugs).toHaveLength(2)
    expect((await list('?isAdult=true')).slugs).toEqual([])
    expect((await list('?sortBy=imports')).slugs[0]).toBe('ada')
    expect((await list('?sortBy=imports&sortOrder=asc')).slugs[0]).toBe('grumpy-gateway')
    expect((await list('?sortBy=mostRecent')).slugs[0]).toBe('grumpy-gateway')
    const { slugs, response } = await list('?limit=4&offset=4')
    expect(slugs).toHaveLength(2)
    expect(
      ['limit', 'page', 'total', 'total-pages'].map((name) =>
        response.headers.get(`x-pagination-${name}`),
      ),
    ).toEqual(['4', '2', '6', '2'])
  })

  it.each(['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'sortBy=name', 'isPro=yes'])(
    'answers 400 for %s',
    async (query) => {
      expect((await service.call(`/characters?${query}`)).status).toBe(400)
    },
  )

  it('needs an API key', async () => {
    const status = async (headers: Record<string, string>) =>
      (await fetch(`${service.baseUrl}/characters`, { headers })).status
    expect(await status({})).toBe(402)
    expect(await status({ Authorization: 'Bearer wrong' })).toBe(401)
  })
})

describe('GET /characters/{slug}', () => {
  it('gives one character, and 404 for another name', async () => {
    expect(await (await service.call('/characters/haiku')).json()).toMatchObject({
      object: 'character',
      data: { slug: 'haiku' },
    })
    const missing = await service.call('/characters/nobody')
    expect(missing.status).toBe(404)
    expect(await missing.json()).toMatchObject({ code: 'CHARACTER_NOT_FOUND' })
  })
})

describe('character_slug', () => {
  it.each(CHARACTERS.map(({ slug, voice }) => ({ slug, voice })))(
    'lets $slug speak',
    async ({ slug, voice }) => {
      const answer = await completionOf(
        await service.chat('/report Hi', { vendor_parameters: { character_slug: slug } }),
      )
      expect(contentOf(answer).startsWith(voice.opening)).toBe(true)
      expect(contentOf(answer).endsWith(voice.closing)).toBe(true)
      expect(contentOf(answer)).toContain('| – | system | the character (`character_slug`)')
      expect(answer.vendor_parameters?.['character_slug']).toBe(slug)
    },
  )

  it('is 404 for a slug that is not there, in the body or in the model name', async () => {
    for (const more of [
      { vendor_parameters: { character_slug: 'nobody' } },
      { model: 'sandbox-chat:character_slug=nobody' },
    ]) {
      const response = await service.chat('Hi', more)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'CHARACTER_NOT_FOUND' })
    }
  })
})

describe('include_vendor_system_prompt', () => {
  const report = async (include: boolean | undefined) => {
    const answer = await completionOf(
      await service.call('/chat/completions', {
        model: 'sandbox-chat',
        messages: [
          { role: 'system', content: 'Mine.' },
          { role: 'user', content: '/report Hi' },
        ],
        ...(include === undefined
          ? {}
          : { vendor_parameters: { include_vendor_system_prompt: include } }),
      }),
    )
    return {
      roles: [...contentOf(answer).matchAll(/^\| (–|\d+) \| (\w+)/gm)].map(
        ([, number, role]) => `${number} ${role}`,
      ),
      tokens: answer.usage?.prompt_tokens ?? 0,
      echoed: answer.vendor_parameters?.['include_vendor_system_prompt'],
    }
  }

  it('puts the service’s prompt before the caller’s, and counts it', async () => {
    const [unsaid, yes, no] = await Promise.all([undefined, true, false].map(report))
    expect(unsaid).toEqual(yes)
    expect(yes?.roles).toEqual(['– system', '1 system', '2 user'])
    expect(no?.roles).toEqual(['1 system', '2 user'])
    expect(yes?.tokens).toBeGreaterThan(no?.tokens ?? 0)
    expect([yes?.echoed, no?.echoed]).toEqual([true, false])
  })
})
