import { nextFile } from './dom-files.ts'
import { DomLocator, insertText, pressKeys, typeText } from './dom-locator.ts'
import {
  type DomNetwork,
  DomRequest,
  DomResponse,
  type Pattern,
  type Routing,
} from './dom-network.ts'

/** What Playwright's page says, over the document of this process. */
export class DomPage extends DomLocator {
  readonly #open: (path: string) => Promise<void>
  readonly network: DomNetwork

  /** @param open loads the app anew at a path @param network what answers it */
  constructor(open: (path: string) => Promise<void>, network: DomNetwork) {
    super(() => [document.body], 'the page')
    this.#open = open
    this.network = network
  }

  readonly keyboard = { press: pressKeys, type: typeText, insertText }

  page(): this {
    return this
  }

  url(): string {
    return location.href
  }

  title(): string {
    return document.title
  }

  async content(): Promise<string> {
    return new XMLSerializer().serializeToString(document)
  }

  goto(path: string): Promise<void> {
    return this.#open(path)
  }

  reload(): Promise<void> {
    return this.#open(location.href)
  }

  async route(pattern: Pattern, act: Routing['act'], { times = Infinity } = {}): Promise<void> {
    this.network.route({ pattern, act, left: times })
  }

  async unroute(pattern: Pattern): Promise<void> {
    this.network.unroute(pattern)
  }

  async unrouteAll(): Promise<void> {
    this.network.unroute()
  }

  on(_event: 'request', listen: (request: DomRequest) => void): void {
    this.network.onRequest(listen)
  }

  waitForRequest(...wanted: Parameters<DomNetwork['waitForRequest']>): Promise<DomRequest> {
    return this.network.waitForRequest(...wanted)
  }

  waitForResponse(...wanted: Parameters<DomNetwork['waitForResponse']>): Promise<DomResponse> {
    return this.network.waitForResponse(...wanted)
  }

  async setExtraHTTPHeaders(headers: Record<string, string>): Promise<void> {
    this.network.headers = headers
  }

  readonly waitForEvent = nextFile

  context() {
    return {
      setOffline: async (isOffline: boolean) => this.network.setOnline(!isOffline),
      grantPermissions: async () => undefined,
      exposeFunction: this.exposeFunction,
      addInitScript: this.addInitScript,
    }
  }

  readonly exposeFunction = async (name: string, run: unknown) =>
    void Reflect.set(globalThis, name, run)

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
      const request = new Request(url, { method: 'POST', headers, body })
      const sent = new DomRequest(request.clone(), body)
      return new DomResponse(await this.network.answer(request), sent)
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
}

/** What happy-dom adds to the window. */
export interface HappyWindow {
  happyDOM: {
    setURL(url: string): void
    setViewport(size: { width: number; height: number }): void
  }
}
