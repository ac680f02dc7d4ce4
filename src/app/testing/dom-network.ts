import { until } from './until.ts'

export type Pattern = string | RegExp | ((url: URL) => boolean)
type Answer = (request: Request) => Promise<Response>

/** What a test does with a request of the page, in Playwright's words. */
class DomRoute {
  readonly #request: DomRequest
  readonly #answer: Answer
  readonly #settle: (response: Promise<Response>) => void

  constructor(request: DomRequest, answer: Answer, settle: (response: Promise<Response>) => void) {
    this.#request = request
    this.#answer = answer
    this.#settle = settle
  }

  request(): DomRequest {
    return this.#request
  }

  /** Lets it pass, changed or not. */
  async continue(changes: Changes = {}): Promise<void> {
    this.#settle(this.#answer(this.#request.changed(changes)))
  }

  async fallback(): Promise<void> {
    return this.continue()
  }

  /** Asks the service, without giving the page its response. */
  async fetch(changes: Changes = {}): Promise<DomResponse> {
    const response = await this.#answer(this.#request.changed(changes))
    const given = new DomResponse(response, this.#request)
    await given.body()
    return given
  }

  async fulfill({
    response,
    json,
    status,
    headers,
    contentType,
    body,
  }: Fulfillment): Promise<void> {
    const given = new Headers(headers ?? response?.headers() ?? {})
    if (json !== undefined) given.set('content-type', 'application/json')
    if (contentType !== undefined) given.set('content-type', contentType)
    // Its length follows from what is given.
    for (const name of ['content-length', 'content-encoding', 'transfer-encoding'])
      given.delete(name)
    const whole = body ?? (await response?.body()) ?? null
    const content = json === undefined ? whole : JSON.stringify(json)
    this.#settle(
      Promise.resolve(
        new Response(content as BodyInit | null, {
          status: status ?? response?.status() ?? 200,
          headers: given,
        }),
      ),
    )
  }

  async abort(_reason?: string): Promise<void> {
    this.#settle(Promise.reject(new TypeError('Failed to fetch')))
  }
}

interface Changes {
  url?: string
  headers?: Record<string, string>
  postData?: string
  method?: string
}

interface Fulfillment {
  response?: DomResponse
  json?: unknown
  status?: number
  headers?: Record<string, string>
  contentType?: string
  body?: string | Uint8Array
}

export class DomRequest {
  readonly #of: Request
  readonly #body: string | null

  constructor(of: Request, body: string | null) {
    this.#of = of
    this.#body = body
  }

  url = () => this.#of.url
  method = () => this.#of.method
  headers = () => Object.fromEntries(this.#of.headers) as Record<string, string>
  postData = () => this.#body
  postDataJSON = () => JSON.parse(this.#body ?? 'null') as unknown

  changed({ url, headers, postData, method }: Changes): Request {
    const { signal } = this.#of
    const body = postData ?? this.#body ?? this.#of.clone().body
    return new Request(url ?? this.#of.url, {
      method: method ?? this.#of.method,
      headers: headers ?? this.#of.headers,
      signal,
      ...(body !== null && { body, duplex: 'half' }),
    })
  }
}

export class DomResponse {
  readonly #of: Response
  readonly #request: DomRequest
  #bytes: Promise<ArrayBuffer> | undefined

  constructor(of: Response, request: DomRequest) {
    this.#of = of
    this.#request = request
  }

  request = () => this.#request
  url = () => this.#request.url()
  status = () => this.#of.status
  ok = () => this.#of.ok
  headers = () => Object.fromEntries(this.#of.headers) as Record<string, string>
  body = async () => Buffer.from(await (this.#bytes ??= this.#of.arrayBuffer()))
  text = async () => (await this.body()).toString()
  json = async () => JSON.parse(await this.text()) as unknown
}

export interface Routing {
  pattern: Pattern
  act: (route: DomRoute) => unknown
  left: number
}

/** The network of a page: the routes of a test, and behind them what answers. */
export class DomNetwork {
  /** Sends a request past the routes. */
  readonly answer: Answer
  /** Headers that every request of the page has besides its own. */
  headers: Record<string, string> = {}
  readonly #seen = new Set<(request: DomRequest) => void>()
  readonly #answered = new Set<(response: DomResponse) => void>()
  #routes: Routing[] = []
  #isOnline = true

  constructor(answer: Answer) {
    this.answer = answer
    // The page before may have been left without one.
    Object.defineProperty(navigator, 'onLine', { value: true, configurable: true })
  }

  onRequest(listen: (request: DomRequest) => void): void {
    this.#seen.add(listen)
  }

  route(routing: Routing): void {
    this.#routes.unshift(routing)
  }

  /** Without a pattern, all routes go. */
  unroute(pattern?: Pattern): void {
    this.#routes = this.#routes.filter((one) => pattern !== undefined && one.pattern !== pattern)
  }

  waitForRequest(wanted: Wanted<DomRequest>): Promise<DomRequest> {
    return first(this.#seen, wanted)
  }

  waitForResponse(wanted: Wanted<DomResponse>): Promise<DomResponse> {
    return first(this.#answered, wanted)
  }

  setOnline(isOnline: boolean): void {
    this.#isOnline = isOnline
    Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true })
    dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  }

  /** What the page calls. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const asked = new Request(
      input instanceof Request ? input : new URL(String(input), location.href),
      {
        ...init,
        // A body that is a stream wants it said.
        ...(init?.body instanceof ReadableStream && { duplex: 'half' }),
      } as RequestInit,
    )
    for (const [name, value] of Object.entries(this.headers)) asked.headers.set(name, value)
    const isText = typeof init?.body === 'string'
    const request = new DomRequest(asked, isText ? (init.body as string) : null)
    for (const listen of this.#seen) listen(request)
    if (!this.#isOnline) throw new TypeError('Failed to fetch')
    // Not that of `asked`, which no longer follows it once nobody holds `asked`.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    const response = await abortable(signal, this.#route(request, asked))
    for (const listen of this.#answered) listen(new DomResponse(response.clone(), request))
    return response
  }

  #route(request: DomRequest, asked: Request): Promise<Response> {
    const routing = this.#routes.find(({ pattern, left }) => left > 0 && isOf(asked.url, pattern))
    if (routing === undefined) return this.answer(asked)
    routing.left -= 1
    return new Promise((resolve, reject) => {
      const route = new DomRoute(request, this.answer, resolve)
      Promise.resolve(routing.act(route)).catch(reject)
    })
  }
}

type Wanted<Seen> = Pattern | ((seen: Seen) => boolean)

/** The first that is seen from now on. */
async function first<Seen extends { url: () => string }>(
  listeners: Set<(seen: Seen) => void>,
  wanted: Wanted<Seen>,
): Promise<Seen> {
  let found: Seen | undefined
  const listen = (seen: Seen) => {
    const isWanted =
      typeof wanted === 'function'
        ? (wanted as (seen: Seen) => boolean)(seen)
        : isOf(seen.url(), wanted)
    if (isWanted) found ??= seen
  }
  listeners.add(listen)
  try {
    return await until(
      () => found,
      () => `nothing came for ${String(wanted)}`,
    )
  } finally {
    listeners.delete(listen)
  }
}

function isOf(url: string, pattern: Pattern): boolean {
  if (typeof pattern === 'function') return pattern(new URL(url))
  if (pattern instanceof RegExp) return pattern.test(url)
  const source = pattern
    .replaceAll(/[.+^$()|[\]\\?]/g, String.raw`\$&`)
    .replaceAll('**', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '.*')
    .replaceAll(/\{([^}]*)\}/g, (_, some: string) => `(?:${some.replaceAll(',', '|')})`)
  return new RegExp(`^${source}$`).test(url)
}

/** As a browser's fetch: aborted, it rejects, and a body under way breaks. */
async function abortable(
  signal: AbortSignal | undefined,
  answer: Promise<Response>,
): Promise<Response> {
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  aborted.catch(() => undefined)
  const response = await Promise.race([answer, aborted])
  if (response.body === null) return response
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await Promise.race([reader.read(), aborted])
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  signal?.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
  return new Response(body, response)
}
