import { parseCommandLine } from '../node/command-line/command-line.ts'
import type { Environment } from '../node/command-line/flags.ts'
import { readDocument } from '../node/documents/read-document.ts'
import { PUBLIC_POLICY, type OutboundPolicy } from '../node/outbound/outbound-policy.ts'
import { startService, type StartedService, type StartOptions } from '../node/start.ts'
import { IN_PAGE } from './page/page-fetch.ts'
import { startPage } from './page/start-page.ts'

/** What a test may choose. By default: in memory, on a free port, without the app. */
export interface TestServiceOptions {
  flags?: readonly string[]
  env?: Environment
  /** A folder like dist/; the app is served from it. */
  appFolder?: string
  times?: StartOptions['times']
  /** What the service may contact: nothing by default. */
  outboundPolicy?: OutboundPolicy
}

/** A service in this process, with what tests ask of it. */
export interface TestService extends Omit<StartedService, 'apiKey' | 'stop'> {
  apiKey: string
  origin: string
  /** The lines of its log so far. */
  log: readonly string[]
  /** Calls the API with the page's key; `path` is below `/api/v1`. A body makes it a POST of JSON. */
  call(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
  /** Sends one user message, with further members of the request. */
  chat(
    text: string,
    more?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Response>
  stop(graceMs?: number): Promise<void>
}

/** No name is known and no address allowed: tests contact loopback only. */
const NO_INTERNET: OutboundPolicy = {
  ...PUBLIC_POLICY,
  resolve: async () => [],
  allowsAddress: () => false,
}

/** Starts a real service on a random port in this process. Stop it when the test ends. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const log: string[] = []
  const places = options.flags?.includes('--data') ? [] : ['--memory']
  const pages = options.appFolder === undefined ? ['--api-only'] : []
  const parsed = parseCommandLine(
    ['--port', '0', '--json', ...places, ...pages, ...(options.flags ?? [])],
    options.env ?? {},
  )
  if (!parsed.ok) throw new Error(parsed.message)
  const start = IN_PAGE ? startPage : startService
  const started = await start({
    commandLine: parsed.value,
    env: options.env ?? {},
    appFolder: options.appFolder ?? '',
    writeLog: (line) => log.push(line),
    ...(options.times === undefined ? {} : { times: options.times }),
    // A process of its own needs a built file; what it runs is the same.
    inputs: { outboundPolicy: options.outboundPolicy ?? NO_INTERNET, readDocument },
  })
  const apiKey = started.apiKey ?? ''
  const call: TestService['call'] = (path, body, headers = {}) =>
    fetch(`${started.baseUrl}${path}`, {
      headers: {
        Authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
  return {
    ...started,
    apiKey,
    log,
    origin: new URL(started.appUrl).origin,
    call,
    chat: (text, more = {}, headers = {}) =>
      call(
        '/chat/completions',
        { model: 'sandbox-chat', messages: [{ role: 'user', content: text }], ...more },
        headers,
      ),
    stop: (graceMs = 0) => started.stop(graceMs),
  }
}
