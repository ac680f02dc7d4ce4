import fc from 'fast-check'

import { headerValue, number, oddHeaders, pathSegment, text } from './arbitraries.ts'
import type { FuzzedRoute } from './fuzz-route.ts'

interface ReadIdea {
  path: string
  query: [string, string][]
  headers: Record<string, string>
}

const value = fc.oneof(
  text,
  number.map(String),
  fc.constantFrom('all', 'text', 'true', 'imports', 'https://api.example.com', '/chat', '7'),
)

/** A GET route whose query and headers are made up. */
function reading(
  name: string,
  path: fc.Arbitrary<string>,
  names: readonly string[] = [],
): FuzzedRoute<ReadIdea> {
  const parameter = names.length === 0 ? text : fc.oneof(fc.constantFrom(...names), text)
  return {
    name,
    ideas: fc.record({
      path,
      query: fc.array(fc.tuple(parameter, value), { maxLength: 4 }),
      headers: oddHeaders,
    }),
    build: ({ path: at, query, headers }) => ({
      path: `${at}?${new URLSearchParams(query).toString()}`,
      init: { headers },
    }),
  }
}

const segment = text.map(pathSegment)
const PAGES = ['limit', 'offset', 'sortBy', 'sortOrder', 'search', 'tags', 'isPro', 'categories']

/** The GET routes besides those of wallets. */
export const READING: readonly FuzzedRoute<ReadIdea>[] = [
  reading('GET /models', fc.constant('/api/v1/models'), ['type']),
  reading('GET /models/traits', fc.constant('/api/v1/models/traits'), ['type']),
  reading(
    'GET /models/compatibility_mapping',
    fc.constant('/api/v1/models/compatibility_mapping'),
    ['type'],
  ),
  reading('GET /api_keys/rate_limits', fc.constant('/api/v1/api_keys/rate_limits')),
  reading('GET /billing/usage', fc.constant('/api/v1/billing/usage'), [
    'limit',
    'page',
    'startDate',
    'endDate',
    'currency',
    'sortOrder',
  ]),
  reading('GET /characters', fc.constant('/api/v1/characters'), PAGES),
  reading(
    'GET /characters/{slug}',
    fc
      .oneof(segment, fc.constantFrom('ada', 'haiku', '..', '%2e%2e', '%'))
      .map((slug) => `/api/v1/characters/${slug}`),
  ),
  reading('GET /config.json', fc.constant('/config.json')),
  reading('GET /local/allow-origin', fc.constant('/local/allow-origin'), ['origin', 'return']),
  reading(
    'GET anywhere',
    fc
      .array(fc.oneof(segment, fc.constantFrom('api', 'v1', 'assets', 'local', '..')), {
        maxLength: 4,
      })
      .map((parts) => `/${parts.join('/')}`),
  ),
]

interface WriteIdea extends ReadIdea {
  method: string
  body: string
  type: string
}

/** Any method at any place, with any body; the pages of the app among them. */
export const anywhere: FuzzedRoute<WriteIdea> = {
  name: 'any method, anywhere',
  ideas: fc.record({
    method: fc.constantFrom('POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
    path: fc.oneof(
      fc.constantFrom(
        '/__csp',
        '/local/allow-origin',
        '/api/v1/models',
        '/api/v1/embeddings',
        '/api/v1/image/generate',
        '/api/v1/audio/speech',
        '/config.json',
        '/',
      ),
      segment.map((part) => `/${part}`),
    ),
    query: fc.array(fc.tuple(text, value), { maxLength: 2 }),
    headers: oddHeaders,
    body: fc.oneof(
      text,
      fc.json(),
      fc.constantFrom('token=x&decision=allow', '{"csp-report":{"blocked-uri":1}}', '[{"type":1}]'),
    ),
    type: fc.oneof(
      headerValue,
      fc.constantFrom(
        'application/json',
        'application/csp-report',
        'application/reports+json',
        'application/x-www-form-urlencoded',
      ),
    ),
  }),
  build: ({ method, path, query, headers, body, type }) => ({
    path: `${path}?${new URLSearchParams(query).toString()}`,
    init: { method, headers: { ...headers, 'Content-Type': type }, body },
  }),
}
