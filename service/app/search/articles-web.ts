import type { Article } from './article.ts'

/** HTTP and what travels with it. */
export const WEB_ARTICLES: readonly Article[] = [
  {
    title: 'HTTP semantics: methods and status codes',
    url: 'https://www.rfc-editor.org/rfc/rfc9110',
    date: '2022-06-01',
    content:
      'RFC 9110 defines what HTTP messages mean, whatever the version. GET and HEAD are safe, PUT and DELETE are idempotent, and POST is neither, so a POST must not be repeated without care. The first digit of a status code is its class: 4xx blames the request, 5xx the server.',
  },
  {
    title: 'HTTP/1.1: message syntax and chunked transfer',
    url: 'https://www.rfc-editor.org/rfc/rfc9112',
    date: '2022-06-01',
    content:
      'HTTP/1.1 sends messages as text lines followed by a body. When the length is not known in advance, the body is sent with chunked transfer coding, and the final chunk has length zero. A connection that closes before the last chunk means an incomplete message.',
  },
  {
    title: 'HTTP/2: many streams on one connection',
    url: 'https://www.rfc-editor.org/rfc/rfc9113',
    date: '2022-06-01',
    content:
      'HTTP/2 is a binary protocol that multiplexes many streams over one TCP connection and compresses header fields with HPACK. Header names are sent in lower case. Browsers use HTTP/2 only over TLS.',
  },
  {
    title: 'HTTP/3: HTTP over QUIC',
    url: 'https://www.rfc-editor.org/rfc/rfc9114',
    date: '2022-06-01',
    content:
      'HTTP/3 maps HTTP onto QUIC, which runs over UDP and always encrypts. A lost packet delays only the streams whose data it carried, where TCP would delay all of them.',
  },
  {
    title: 'HTTP caching and Cache-Control',
    url: 'https://www.rfc-editor.org/rfc/rfc9111',
    date: '2022-06-01',
    content:
      'Caches store responses and reuse them while they are fresh. Cache-Control: no-store forbids storing; no-cache allows storing but demands revalidation before each use. An ETag lets a client ask whether a stored copy is still current.',
  },
  {
    title: 'Status 429 Too Many Requests',
    url: 'https://www.rfc-editor.org/rfc/rfc6585',
    date: '2012-04-01',
    content:
      'RFC 6585 adds status 429 for a client that sent too many requests in a given time: rate limiting. The response may carry Retry-After, which says how long to wait before the next request, in seconds or as a date.',
  },
  {
    title: 'Bearer tokens in the Authorization header',
    url: 'https://www.rfc-editor.org/rfc/rfc6750',
    date: '2012-10-01',
    content:
      'A bearer token gives access to whoever holds it, with no further proof. RFC 6750 sends it as Authorization: Bearer followed by the token, demands TLS, and warns against putting tokens into URLs, where logs and history keep them.',
  },
  {
    title: 'Web origins and the same-origin policy',
    url: 'https://www.rfc-editor.org/rfc/rfc6454',
    date: '2011-12-01',
    content:
      'An origin is a scheme, a host and a port. Browsers keep pages of different origins apart: a page may send many requests elsewhere, but may read the answers only of its own origin unless the other server allows it.',
  },
  {
    title: 'CORS: letting another origin read an answer',
    url: 'https://fetch.spec.whatwg.org/#http-cors-protocol',
    date: '2011-07-01',
    content:
      'Cross-origin resource sharing lets a server name the origins that may read its answers, with Access-Control-Allow-Origin. Requests with unusual methods or headers are announced by a preflight OPTIONS request. Response headers are readable only when Access-Control-Expose-Headers lists them.',
  },
  {
    title: 'gzip, a file format and content coding',
    url: 'https://www.rfc-editor.org/rfc/rfc1952',
    date: '1996-05-01',
    content:
      'gzip wraps data compressed by DEFLATE with a header, a CRC-32 and the length. As a content coding of HTTP it is announced by the client in Accept-Encoding and confirmed by the server in Content-Encoding.',
  },
  {
    title: 'Brotli compression',
    url: 'https://www.rfc-editor.org/rfc/rfc7932',
    date: '2016-07-01',
    content:
      'Brotli is a compressed data format with a built-in dictionary of common words and markup. Its content coding in HTTP is named br. It usually makes text smaller than gzip does at similar speed of decoding.',
  },
  {
    title: 'The data URL scheme',
    url: 'https://www.rfc-editor.org/rfc/rfc2397',
    date: '1998-08-01',
    content:
      'A data URL holds the content itself: data:, a media type, optionally ;base64, a comma, and the data. Base64 makes binary data about a third larger. APIs use data URLs to send an image or a file inside JSON.',
  },
]
