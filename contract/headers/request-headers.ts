/** One request header that the service understands. */
export interface RequestHeaderSpec {
  readonly name: string
  /** Older names accepted during migration. */
  readonly legacyNames: readonly string[]
  readonly meaning: string
  /** True when the value must never be shown, logged or exported. */
  readonly secret: boolean
}

/** Request headers (contract "Authentication" and "Endpoints"). */
export const REQUEST_HEADERS: readonly RequestHeaderSpec[] = [
  {
    name: 'Authorization',
    legacyNames: [],
    meaning: 'The API key, as "Bearer <API_KEY>".',
    secret: true,
  },
  {
    name: 'SIGN-IN-WITH-X',
    legacyNames: ['X-Sign-In-With-X'],
    meaning: 'A signed wallet sign-in, as base64 JSON. Each one works once.',
    secret: true,
  },
  {
    name: 'PAYMENT-SIGNATURE',
    legacyNames: ['X-402-Payment', 'X-PAYMENT'],
    meaning: 'A signed payment, as base64 JSON. Only the top-up takes it.',
    secret: true,
  },
  {
    name: 'Accept-Encoding',
    legacyNames: [],
    meaning: 'Compression that the client accepts: gzip, br. A web page cannot set it.',
    secret: false,
  },
  {
    name: 'Content-Type',
    legacyNames: [],
    meaning: 'Media type of the body: JSON, or a form where a file is uploaded.',
    secret: false,
  },
]
