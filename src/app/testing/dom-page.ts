import { DomLocator, pressKeys, typeText } from './dom-locator.ts'
import { until } from './until.ts'

type Pattern = string | RegExp | ((url: URL) => boolean)
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
    return new DomResponse(response, new Uint8Array(await response.arrayBuffer()))
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
    const content = json === undefined ? (body ?? response?.bytes ?? null) : JSON.stringify(json)
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

class DomRequest {
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

  changed({ headers, postData, method }: Changes): Request {
    const { url, signal } = this.#of
    const body = postData ?? this.#body
    return new Request(url, {
      method: method ?? this.#of.method,
      headers: headers ?? this.#of.headers,
      signal,
      ...(body !== null && { body }),
    })
  }
}

class DomResponse {
  readonly #of: Response
  readonly bytes: Uint8Array<ArrayBuffer>

  constructor(of: Response, bytes: Uint8Array<ArrayBuffer>) {
    this.#of = of
    this.bytes = bytes
  }

  status = () => this.#of.status
  headers = () => Object.fromEntries(this.#of.headers) as Record<string, string>
  text = async () => new TextDecoder().decode(this.bytes)
  json = async () => JSON.parse(await this.text()) as unknown
  body = async () => Buffer.from(this.bytes)
}

interface Routing {
  pattern: Pattern
  act: (route: DomRoute) => unknown
  left: number
}

/** What Playwright's page says, over the document of this process. */
export class DomPage extends DomLocator {
  readonly #open: (path: string) => Promise<void>
  readonly #answer: Answer
  readonly #seen = new Set<(request: DomRequest) => void>()
  #routes: Routing[] = []
  #isOnline = true

  /** @param open loads the app anew at a path @param answer the network behind the page */
  constructor(open: (path: string) => Promise<void>, answer: Answer) {
    super(() => [document.body], 'the page')
    this.#open = open
    this.#answer = answer
  }

  readonly keyboard = { press: pressKeys, type: typeText }

  page(): this {
    return this
  }

  url(): string {
    return location.href
  }

  title(): string {
    return document.title
  }

  goto(path: string): Promise<void> {
    return this.#open(path)
  }

  reload(): Promise<void> {
    return this.#open(location.href)
  }

  async route(pattern: Pattern, act: Routing['act'], { times = Infinity } = {}): Promise<void> {
    this.#routes.unshift({ pattern, act, left: times })
  }

  async unroute(pattern: Pattern): Promise<void> {
    this.#routes = this.#routes.filter((one) => one.pattern !== pattern)
  }

  async unrouteAll(): Promise<void> {
    this.#routes = []
  }

  on(_event: 'request', listen: (request: DomRequest) => void): void {
    this.#seen.add(listen)
  }

  waitForRequest(wanted: Pattern | ((request: DomRequest) => boolean)): Promise<DomRequest> {
    let found: DomRequest | undefined
    this.#seen.add((request) => {
      const isWanted =
        typeof wanted === 'function'
          ? (wanted as (request: DomRequest) => boolean)(request)
          : isOf(request.url(), wanted)
      if (isWanted) found ??= request
    })
    return until(
      () => found,
      () => `no request for ${String(wanted)}`,
    )
  }

  context() {
    return {
      setOffline: async (isOffline: boolean) => this.#setOnline(!isOffline),
      grantPermissions: async () => undefined,
      exposeFunction: async (name: string, run: unknown) => void Reflect.set(globalThis, name, run),
      addInitScript: this.addInitScript,
    }
  }

  /** Runs something whenever the app is loaded. */
  readonly addInitScript = async <Given>(run: (given: Given) => void, given?: Given) => {
    this.scripts.push(() => run(given as Given))
  }

  readonly scripts: (() => void)[] = []

  /** Asks the service beside the page. */
  readonly request = {
    post: async (url: string, { data }: { data: unknown }) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify(data)
      const response = await this.#answer(new Request(url, { method: 'POST', headers, body }))
      return Object.assign(
        new DomResponse(response, new Uint8Array(await response.arrayBuffer())),
        { ok: () => response.ok },
      )
    },
  }

  async setViewportSize(size: { width: number; height: number }): Promise<void> {
    ;(window as unknown as HappyWindow).happyDOM.setViewport(size)
  }

  override async evaluate<Result, Given>(
    run: (given: never, more: never) => Result,
    given?: Given,
  ) {
    return run(given as never, undefined as never)
  }

  /** The network of the page. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const asked = new Request(
      input instanceof Request ? input : new URL(String(input), location.href),
      {
        ...init,
        // A body that is a stream wants it said.
        ...(init?.body instanceof ReadableStream && { duplex: 'half' }),
      } as RequestInit,
    )
    const isText = typeof init?.body === 'string'
    const request = new DomRequest(asked, isText ? (init.body as string) : null)
    for (const listen of this.#seen) listen(request)
    if (!this.#isOnline) throw new TypeError('Failed to fetch')
    const routing = this.#routes.find(({ pattern, left }) => left > 0 && isOf(asked.url, pattern))
    if (routing === undefined) return abortable(asked.signal, this.#answer(asked))
    routing.left -= 1
    return abortable(
      asked.signal,
      new Promise((resolve, reject) => {
        const route = new DomRoute(request, this.#answer, resolve)
        Promise.resolve(routing.act(route)).catch(reject)
      }),
    )
  }

  #setOnline(isOnline: boolean): void {
    this.#isOnline = isOnline
    Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true })
    dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  }
}

/** What happy-dom adds to the window. */
export interface HappyWindow {
  happyDOM: {
    setURL(url: string): void
    setViewport(size: { width: number; height: number }): void
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
async function abortable(signal: AbortSignal, answer: Promise<Response>): Promise<Response> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
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
  signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
  return new Response(body, response)
}
