import type { Article } from './article.ts'

/** Text formats and event streams. */
export const TEXT_ARTICLES: readonly Article[] = [
  {
    title: 'Server-sent events: the event stream format',
    url: 'https://html.spec.whatwg.org/multipage/server-sent-events.html',
    date: '2011-04-01',
    content:
      'Server-sent events (SSE) are UTF-8 text of type text/event-stream. An event is a group of lines such as data: hello, ended by an empty line; several data lines are joined by newlines. A line that begins with a colon is a comment, often sent as a heartbeat to keep the connection open.',
  },
  {
    title: 'EventSource and reading streams with fetch',
    url: 'https://developer.mozilla.org/docs/Web/API/EventSource',
    date: '2011-04-01',
    content:
      'The EventSource interface reads server-sent events with GET and reconnects by itself. It cannot send a body or an Authorization header, so programs that stream answers to POST requests read the event stream from the body of a fetch instead.',
  },
  {
    title: 'WebSockets: messages in both directions',
    url: 'https://www.rfc-editor.org/rfc/rfc6455',
    date: '2011-12-01',
    content:
      'WebSockets are a protocol of their own: an HTTP request with Upgrade opens a connection on which both sides send text or binary messages at any time. Server-sent events differ: they are an ordinary HTTP response, go one way, and reconnect by themselves. A WebSocket has no reconnection and no event IDs; programs add both themselves.',
  },
  {
    title: 'Hash table',
    url: 'https://xlinux.nist.gov/dads/HTML/hashtab.html',
    date: '2009-02-12',
    content:
      'A hash table stores pairs of a key and a value in an array, at the place that a hash function computes from the key. Looking up, adding and removing a key therefore take about the same short time however many there are, as long as collisions are rare. When the array fills up, the table moves to a larger one.',
  },
  {
    title: 'JSON, the data interchange format',
    url: 'https://www.rfc-editor.org/rfc/rfc8259',
    date: '2017-12-01',
    content:
      'JSON has objects, arrays, strings, numbers, true, false and null. Text exchanged between systems must be UTF-8. Member names should be unique, and numbers beyond the precision of a double, such as integers above 2^53, may not survive a round trip.',
  },
  {
    title: 'JSON Schema 2020-12',
    url: 'https://json-schema.org/specification',
    date: '2020-12-08',
    content:
      'JSON Schema describes which JSON values are valid: type, properties, required, items, enum, minimum and many more keywords. $ref points to another part of the schema. Language model APIs use it for tool parameters and for structured output.',
  },
  {
    title: 'JSON Pointer',
    url: 'https://www.rfc-editor.org/rfc/rfc6901',
    date: '2013-04-01',
    content:
      'A JSON Pointer names one place in a JSON document: /messages/0/content is the content of the first message. In a pointer, ~1 stands for a slash and ~0 for a tilde.',
  },
  {
    title: 'UTF-8',
    url: 'https://www.rfc-editor.org/rfc/rfc3629',
    date: '2003-11-01',
    content:
      'UTF-8 encodes each Unicode character in one to four bytes, and ASCII stays as it is. A character may be split between two network packets, so a stream must be decoded with a decoder that keeps the unfinished bytes.',
  },
  {
    title: 'Base64 and base64url',
    url: 'https://www.rfc-editor.org/rfc/rfc4648',
    date: '2006-10-01',
    content:
      'Base64 writes every three bytes as four characters and pads with the equals sign. The URL-safe alphabet, base64url, uses - and _ in place of + and /.',
  },
  {
    title: 'CommonMark: a specification of Markdown',
    url: 'https://spec.commonmark.org/',
    date: '2014-09-03',
    content:
      'CommonMark specifies Markdown without ambiguity: headings, emphasis, lists, links, code spans and fenced code blocks. A fenced code block that is never closed runs to the end of the document, which matters when Markdown is shown while it streams in.',
  },
]
