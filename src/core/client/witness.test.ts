import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'

import type { Answer } from '../../../contract/chat/answer.ts'
import { isSearchDocuments, searchDocuments } from '../../../contract/chat/documents-call.ts'
import type { ChatRequest } from '../../../contract/chat/request/request.ts'
import { bytesOfHex } from '../../../contract/encoding/bytes.ts'
import type { Failure } from '../../../contract/errors/failure.ts'
import { isJsonObject, type JsonObject } from '../../../contract/json.ts'
import { rateLimitsOf, rateLimitsResponseSchema } from '../../../contract/limits/rate-limits.ts'
import { readModelNames } from '../../../contract/models/find-model.ts'
import type { ModelType } from '../../../contract/models/model.ts'
import { editPriceOf, priceOf } from '../../../contract/models/price.ts'
import { amountOf } from '../../../contract/wallet/payment/payment-required.ts'
import { EXPECTED, type Expected } from '../../../contract/witness/testing/expected.ts'
import { witnessEntries, type WitnessEntry } from '../../../contract/witness/witness.ts'
import { createUpstream } from '../../../service/app/inference/upstream/upstream.ts'
import {
  ORIGIN_WITHOUT_PORT,
  serviceWithoutPort,
} from '../../../service/testing/service-without-port.ts'
import { answerMessage } from '../chat/request/request-body.ts'
import { headerNotes } from '../image/run/run-notes.ts'
import { usdBalanceOf } from './account/key-balance.ts'
import { spendLimitsOf } from './admission/spend-limits.ts'
import { runChat } from './chat-completion.ts'
import type { Client } from './client.ts'
import type { Connection } from './connection/connections.ts'
import { apiKeyCredential } from './connection/credential.ts'
import { attestedKey } from './e2ee/encrypt-chat.ts'
import { editImage } from './image-edit.ts'
import { callOperation } from './operation.ts'
import { fetchJson, QueryFailure } from './queries/connection-query.ts'
import { listModels, resolveModel } from './queries/models.ts'
import type { Result } from './request.ts'
import { fakeClient } from './testing/fake-world.ts'
import { topUp, topUpRequirements } from './wallet/top-up.ts'
import { signInChallenge, walletBalance, walletTransactions } from './wallet/wallet-reads.ts'

const entries = witnessEntries()
const byId = new Map(entries.map((entry) => [entry.id, entry]))
const never = new AbortController().signal
const nonceOf = (path: string) => new URL(path, 'https://x').searchParams.get('nonce') ?? ''
const NONCE = nonceOf(byId.get('e2ee/quote-hex')?.path ?? '')

test('there is one expectation for every entry', () => {
  expect(Object.keys(EXPECTED).toSorted()).toEqual([...byId.keys()].toSorted())
})

test.each(entries)('$id is told: $title', expectTold)

async function expectTold(entry: WitnessEntry): Promise<void> {
  const { failure, value, ...told } = await ask(entry)
  const { failure: failed, value: wanted, ...expected } = EXPECTED[entry.id] ?? {}
  expect(told).toEqual(expected)
  if (failed === undefined) expect(failure).toBeUndefined()
  else expect(failure).toMatchObject(failed)
  if (wanted === undefined) expect(value).toBeUndefined()
  else expect(value).toMatchObject(wanted as object)
}

test('25 refusals in a row are sent, as their headers report room for 50 more', async () => {
  const entry = byId.get('errors/400-seed')
  if (entry === undefined) return
  const { client, world, connection } = fakeClient(() => responseOf(entry))
  for (let n = 0; n < 25; n += 1)
    await runChat(client, connection, entry.sent as unknown as ChatRequest).done
  expect(world.sent).toHaveLength(25)
})

/** What the page tells of an entry, asked as the entry was. */
async function ask(entry: WitnessEntry): Promise<Expected> {
  const { exchange, sent, path, operation } = entry
  const { client, connection: bare } = fakeClient(
    ({ url, method, body }) => {
      const asked = url.slice(bare.baseUrl.length)
      if (asked !== path || method !== exchange.method) return responseOf(beside(asked))
      if (typeof body === 'string' && !isEncrypted(sent)) expect(JSON.parse(body)).toEqual(sent)
      return responseOf(entry)
    },
    {
      clock: { now: () => exchange.startedAt, elapsed: () => 0 },
      random: {
        uuid: () => crypto.randomUUID(),
        bytes: (length) => (length === 32 ? bytesOfHex(NONCE) : new Uint8Array(length)),
      },
    },
  )
  const connection = paying(bare, entry)
  const [, wallet = ''] = /^\/x402\/\w+\/(\w+)/.exec(path) ?? []
  switch (operation) {
    case 'POST /chat/completions':
      return sent?.['messages'] === undefined || hasHeader(entry, 'payment-signature')
        ? called(client, connection, entry)
        : chatted(client, connection, entry)
    case 'POST /image/edit':
      return edited(client, connection, entry)
    case 'GET /models': {
      const type = new URL(path, bare.baseUrl).searchParams.get('type') as ModelType
      const { models, unread } = await listModels(client, connection, { type }, never)
      const [first] = models
      const price = first && priceOf(first)
      const editPrice = first && editPriceOf(first, {})
      return { value: { ids: models.map(({ id }) => id), unread, price, editPrice } }
    }
    case 'GET /models/traits':
    case 'GET /models/compatibility_mapping':
      return queried(() =>
        fetchJson(client, connection, path, { parse: readModelNames, expected: 'names' }, never),
      )
    case 'GET /api_keys/rate_limits': {
      const parse = (body: unknown) => rateLimitsResponseSchema.safeParse(body).data
      const read = { parse, expected: 'limits' }
      const limits = await fetchJson(client, connection, path, read, never)
      const balanceMicroUsd = usdBalanceOf(limits)
      return { value: { balanceMicroUsd, limits: rateLimitsOf(limits, 'text-small') } }
    }
    case 'GET /x402/balance/{walletAddress}': {
      if (hasHeader(entry, 'sign-in-with-x'))
        return toldOf(await walletBalance(client, connection, wallet, never))
      const asked = await signInChallenge(client, connection, wallet, never)
      if ('kind' in asked) return { failure: { ...asked } }
      const { info, supportedChains = [] } = asked.challenge
      return { value: { nonce: info.nonce, chains: supportedChains.map(({ chainId }) => chainId) } }
    }
    case 'GET /x402/transactions/{walletAddress}': {
      const page = { limit: 50, offset: 0 }
      return toldOf(await walletTransactions(client, connection, wallet, page, never))
    }
    case 'POST /x402/top-up': {
      if (hasHeader(entry, 'payment-signature')) {
        const payment = { headerName: 'PAYMENT-SIGNATURE', header: 'signed' }
        const paid = await topUp(client, connection, payment, never)
        return paid.ok ? { value: paid.credit } : { failure: { ...paid.failure } }
      }
      const asked = await topUpRequirements(client, connection, never)
      if ('kind' in asked) return { failure: { ...asked } }
      const { accepts } = asked.required
      const amounts = accepts.map((each) => String(amountOf(each)))
      const networks = accepts.map(({ network }) => network)
      return { value: { networks, amounts, header: asked.header } }
    }
    case 'GET /tee/attestation':
      return toldOf(await attestedKey(client, connection, 'text-e2ee', never))
    default:
      return called(client, connection, entry)
  }
}

function responseOf({ exchange, body }: WitnessEntry): Response {
  const headers = exchange.headers.map(([name, value]): [string, string] => [name, value])
  return new Response(body, { status: exchange.status, headers })
}

/** What the page asks for by itself, such as the list of models. */
function beside(path: string): WitnessEntry {
  const id = path.startsWith('/tee/') ? 'e2ee/quote-hex' : 'models/text'
  const entry = byId.get(id)
  if (entry === undefined) throw new Error(`The witness has no ${id}`)
  return entry
}

function hasHeader({ exchange }: WitnessEntry, name: string): boolean {
  return exchange.requestHeaders.some(([other]) => other === name)
}

/** The connection with what paid for the entry: a key, a wallet, or nothing. */
function paying({ credential, ...bare }: Connection, entry: WitnessEntry): Connection {
  if (hasHeader(entry, 'authorization') && credential) return { ...bare, credential }
  if (!hasHeader(entry, 'sign-in-with-x')) return bare
  return {
    ...bare,
    credential: {
      kind: 'wallet',
      label: 'wallet',
      origin: new URL(bare.baseUrl).origin,
      authorize: () => Promise.resolve([['SIGN-IN-WITH-X', 'signed']]),
    },
  }
}

function isEncrypted(sent: JsonObject | undefined): boolean {
  const parameters = sent?.['vendor_parameters']
  return isJsonObject(parameters) && parameters['enable_e2ee'] === true
}

async function chatted(
  client: Client,
  connection: Connection,
  { sent, exchange }: WitnessEntry,
): Promise<Expected> {
  const chat = sent as unknown as ChatRequest
  const spent = spendLimitsOf(client)
  const stop = spent.watch(connection)
  // The page has the list of models, with its prices, before anybody chats.
  await resolveModel(client, connection, chat.model)
  const run = runChat(client, connection, chat)
  const answer = await run.done
  stop()
  const counted = spent.log.getState().log?.session.spent ?? 0
  const isCounted = counted > 0 || answer.cost !== undefined
  return {
    ...saidBy(answer, chat.model),
    ...(isCounted && { microUsd: counted }),
    ...failed(answer.failure, exchange.startedAt),
  }
}

/** What a response says, and what of it goes back where that is more than its text. */
function saidBy(answer: Answer, model: string): Expected {
  const { choices, citations, usage } = answer
  const [choice] = choices
  const toolCalls = choice?.toolCalls ?? []
  const calls = toolCalls.filter((call) => !isSearchDocuments(call))
  const sources = [...citations, ...toolCalls.flatMap(searchDocuments)]
  const read = usage?.prompt_tokens_details
  const { cached_tokens: cached, cache_creation_input_tokens: written } = read ?? {}
  const reasoning = usage?.completion_tokens_details?.reasoning_tokens
  const back = goesBack(answer, model)
  const isMore = back !== undefined && Object.keys(back).length > 2
  expect(answer.notUnderstood ?? 0).toBe(0)
  expect(answer.notes ?? []).toEqual([])
  return {
    ...(choice?.content && { text: choice.content }),
    ...(choice?.reasoning && { reasoning: choice.reasoning }),
    ...(calls.length > 0 && {
      calls: calls.map((call) => ({ name: call.name, arguments: JSON.parse(call.arguments) })),
    }),
    ...(choice?.finishReason !== undefined && { finish: choice.finishReason }),
    ...(sources.length > 0 && { sources: sources.map(({ url }) => url) }),
    ...(usage && {
      tokens: {
        prompt: usage.prompt_tokens ?? 0,
        completion: usage.completion_tokens ?? 0,
        ...(cached != null && { cached }),
        ...(written != null && { written }),
        ...(reasoning != null && { reasoning }),
      },
    }),
    ...((isMore || calls.length < toolCalls.length) && back && { goesBack: back }),
  }
}

function goesBack(answer: Answer, model: string): JsonObject | undefined {
  const version = { id: 'v', startedAt: 0, model, answer }
  const record = { id: 'r', conversationId: 'c', position: 0, shown: 0, versions: [version] }
  return answerMessage({ kind: 'answer', ...record }, { isPresentTurn: true, model }) as
    | JsonObject
    | undefined
}

async function edited(
  client: Client,
  connection: Connection,
  { sent, exchange }: WitnessEntry,
): Promise<Expected> {
  const fields = exchange.sent && 'fields' in exchange.sent ? exchange.sent.fields : []
  const form = fields.map(({ name, text, fileName = '', bytes = 0 }) => ({
    name,
    value: text ?? { file: new Blob([new Uint8Array(bytes)]), fileName },
  }))
  const body = sent === undefined ? { form } : { body: sent }
  const result = await editImage(client, connection, body, { signal: never })
  if (!result.ok) return failed(result.failure, exchange.startedAt)
  const notes = headerNotes(result.exchange.headers, 'vendor').map(({ text }) => text)
  return { value: { mediaType: result.value.mediaType, notes } }
}

/** Operations that the page has no function for: Explore calls them. */
async function called(
  client: Client,
  connection: Connection,
  { exchange, path, sent }: WitnessEntry,
): Promise<Expected> {
  const method = exchange.method === 'POST' ? 'POST' : 'GET'
  const call = { method, path, ...(sent && { body: sent }) } as const
  const result: Result<unknown> = await callOperation(client, connection, call, { signal: never })
  if (!result.ok) return failed(result.failure, exchange.startedAt)
  const { body } = result.exchange
  return { value: body?.kind === 'json' ? body.value : body }
}

async function queried(query: () => Promise<unknown>): Promise<Expected> {
  try {
    return { value: await query() }
  } catch (error) {
    if (error instanceof QueryFailure) return { failure: { ...error.failure } }
    throw error
  }
}

function toldOf(value: object): Expected {
  return 'kind' in value ? { failure: { ...value } } : { value }
}

function failed(failure: Failure | undefined, arrivedAt: number): Pick<Expected, 'failure'> {
  if (failure === undefined) return {}
  const retryInMs =
    'retryAtMs' in failure && failure.retryAtMs !== undefined && failure.retryAtMs - arrivedAt
  return { failure: { ...failure, ...(retryInMs !== false && { retryInMs }) } }
}

describe('behind the local service', () => {
  let current: WitnessEntry | undefined
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const isList = request.method === 'GET' || current === undefined
      const body = isList ? '{"object":"list","data":[{"id":"witness"}]}' : current?.body
      const headers = isList ? [] : (current?.exchange.headers ?? [])
      response.writeHead(current?.exchange.status ?? 200, headers.flat() as string[])
      response.end(body)
    })
  }).listen(0, '127.0.0.1')
  let service: ReturnType<typeof serviceWithoutPort>

  beforeAll(async () => {
    if (!server.listening) await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const upstream = createUpstream({ baseUrl: `http://127.0.0.1:${port}/v1`, key: 'upstream-key' })
    service = serviceWithoutPort({ upstreams: [upstream] })
  })
  afterAll(async () => {
    await service.close()
    server.closeAllConnections()
    server.close()
  })

  /** What the service asks another server for without doing any of it by itself. */
  const forwarded = entries.filter(({ exchange, operation, sent }) => {
    const messages = sent?.['messages']
    const isPlain = Array.isArray(messages) && !JSON.stringify(messages).includes('image_url')
    const isChat = operation === 'POST /chat/completions' && exchange.status === 200
    return isChat && isPlain && !isEncrypted(sent)
  })

  it.each(forwarded)('$id: says the same', async (entry) => {
    current = entry
    const { client, connection } = fakeClient(({ url, method, headers, body, signal }) =>
      service.request(url.slice(ORIGIN_WITHOUT_PORT.length), {
        method,
        headers: headers.map(([name, value]): [string, string] => [name, value]),
        signal,
        ...(body == null ? {} : { body }),
      }),
    )
    const { messages, stream = false } = entry.sent as unknown as ChatRequest
    const answer = await runChat(
      client,
      {
        ...connection,
        baseUrl: `${ORIGIN_WITHOUT_PORT}/api/v1`,
        credential: apiKeyCredential(service.nextKey(), ORIGIN_WITHOUT_PORT),
      },
      { model: 'witness', messages, stream },
    ).done
    const { microUsd: _, failure, ...expected } = EXPECTED[entry.id] ?? {}
    expect(saidBy(answer, 'witness')).toEqual(expected)
    expect(answer.failure?.message).toEqual(failure?.['message'])
  })
})
