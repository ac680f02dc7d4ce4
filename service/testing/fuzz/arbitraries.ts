import fc from 'fast-check'

const SURROGATES_BEGIN = 0xd800
const SURROGATES = 0x800

/**
 * Any character, the unit of a text. As `unit: 'binary'` of fast-check, which keeps a table of all million of them in
 * each process, only to find that they can write the texts that are dangerous in JavaScript.
 */
export const anyCharacter = fc
  .nat({ max: 0x10_ff_ff - SURROGATES })
  .map((at) => String.fromCodePoint(at < SURROGATES_BEGIN ? at : at + SURROGATES), placeOf)

function placeOf(character: unknown): number {
  const code = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1
  if (code === -1 || String.fromCodePoint(code) !== character) throw new Error('No character')
  return code < SURROGATES_BEGIN ? code : code - SURROGATES
}

/** Any web address; `fc.webUrl` makes the table that {@link anyCharacter} does without. */
export const anyWebAddress = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.webAuthority(),
    fc.array(fc.string({ unit: anyCharacter })),
  )
  .map(([scheme, authority, segments]) =>
    [`${scheme}://${authority}`, ...segments.map(encodeURIComponent)].join('/'),
  )

/** Any JSON, not deep. */
export const junk = fc.jsonValue({ maxDepth: 3 })

/** Texts that are empty, odd or mean something elsewhere. */
export const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(
    '',
    '\r\nX-Injected: 1',
    '__proto__',
    'constructor',
    '\u0000',
    '../../..',
    '%00',
    'é',
  ),
)

/** Numbers at, near and far from limits. */
export const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 1, -1, 0.5, 1e21, Number.MAX_SAFE_INTEGER),
)

/** Mostly the one, now and then anything. */
export function mostly<T>(plausible: fc.Arbitrary<T>, odd: fc.Arbitrary<unknown> = junk) {
  return fc.oneof({ weight: 12, arbitrary: plausible }, { weight: 1, arbitrary: odd })
}

/** Once in so many times the one, otherwise nothing. */
export function rarely<T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | undefined> {
  return fc.oneof(
    { weight: times - 1, arbitrary: fc.constant<T | undefined>(undefined) },
    { weight: 1, arbitrary },
  )
}

/** What a header can carry: anything else does not reach a server. */
export const headerValue = fc.oneof(
  fc.stringMatching(/^[\x21-\x7e]{0,60}$/),
  fc
    .string({ unit: 'grapheme-ascii' })
    .map((value) => value.replaceAll(/[^\x20-\x7e]/g, '').trim()),
  fc.base64String(),
)

/** Headers of any request, mostly none. */
export const oddHeaders = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Record<string, string>>({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        'accept-encoding',
        'accept',
        'range',
        'if-none-match',
        'x-vendor-request-timestamp-ms',
        'x-vendor-mobile-version',
        'sign-in-with-x',
        'cookie',
        'authorization',
        'content-encoding',
      ),
      fc.oneof(headerValue, fc.constantFrom('Bearer ', 'Bearer x y', 'br;q=0, *', 'gzip;q=x')),
      { maxKeys: 2 },
    ),
  },
)

/** A JSON body: a plausible one, any JSON, or text that is none. */
export function jsonBody(plausible: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 14, arbitrary: plausible.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: junk.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: text },
  )
}

/** What most bodies are sent as. */
export const jsonType = fc.oneof(
  { weight: 20, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom('application/json; charset=x', 'text/plain', 'a/b') },
)

/** A text as one segment of a path; a lone surrogate cannot be encoded. */
export function pathSegment(value: string): string {
  return encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\uFFFD'))
}
