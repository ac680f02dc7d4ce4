import { type HeaderList, headerValue } from '../../../../contract/headers/header-list.ts'
import { given } from '../../../../contract/json.ts'
import type { JsonValue } from '../../../../contract/json.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../../contract/provider-name.ts'
import { LOCAL_ID } from '../../client/connection/connections.ts'
import { customHeaders, isPlainHeader } from '../../client/connection/extra-headers.ts'
import type { Exchange } from '../../client/exchanges/exchange.ts'
import { formatBytes } from '../../format/units.ts'
import { isEncrypted, mcpMessage } from '../exchange-text.ts'
import { type CodeFormField, fileReferences, type FileReferences, formFields } from './literal.ts'
import { seenResponse, type SeenResponse } from './seen-response.ts'
import { FAMILIES, type WalletFamily } from './wallet-family.ts'

/** A header whose value code takes from the environment, or has a wallet make. */
export interface SecretHeader {
  name: string
  /** What stands before the secret: `Bearer ` or nothing. */
  prefix: string
  /** Environment variable that holds it. */
  variable: string
  /** Set where a wallet makes the value, a new one each time: by a sign-in or by a payment. */
  by?: 'sign-in' | 'payment'
}

/** What code in any language needs to repeat a request. It holds no secret. */
export interface CodeRequest {
  method: string
  /** Base address without a trailing slash. */
  baseUrl: string
  /** Environment variable by which tests are pointed at another address. */
  baseVariable: string
  /** Path below the base address, with its query. */
  path: string
  body?: JsonValue
  /** The fields of a form, where the request was one. */
  form?: readonly CodeFormField[]
  files: FileReferences
  /** The headers that prove who pays, none where none was sent; the first one is the key's or the sign-in's. */
  secrets: readonly SecretHeader[]
  /** Headers that a person added. */
  headers: HeaderList
  /** What a reader of the code has to know, one sentence each, for comment lines. */
  notes: readonly string[]
  /** The kind of wallet that signs, where one does. */
  wallet: WalletFamily
  /** What else a reader has to know in languages that no wallet package is written in. */
  walletNotes: readonly string[]
  /** Name for an answer that is a file, such as `answer.png`; absent when it is text. */
  answerFile?: string
  /** What tests may expect; absent where no response was seen to its end. */
  seen?: SeenResponse
}

const SIGN_IN: SecretHeader = {
  name: 'SIGN-IN-WITH-X',
  prefix: '',
  variable: 'VENDOR_SIGN_IN',
  by: 'sign-in',
}
const PAYMENT: SecretHeader = {
  name: 'PAYMENT-SIGNATURE',
  prefix: '',
  variable: 'VENDOR_PAYMENT',
  by: 'payment',
}

/** What code is written from: the request, and the response for tests of it. */
export type CodeExchange = Pick<Exchange, 'request' | 'headers'> &
  Partial<
    Pick<
      Exchange,
      'protocol' | 'connection' | 'unsent' | 'status' | 'body' | 'events' | 'outcome' | 'shortened'
    >
  >

/**
 * Reads an exchange for the code views. Credentials are named, never copied, each by a variable of the
 * connection's own; a request that went out without any has none. An exchange does not tell which kind of
 * wallet signed it, so whoever reads the code says it.
 */
export function codeRequest(exchange: CodeExchange, wallet: WalletFamily = 'evm'): CodeRequest {
  const { request, headers } = exchange
  const isMcp = exchange.protocol === 'mcp'
  const { method, url, path, body } = request
  const form = request.form && formFields(request.form)
  const sent = (...names: string[]) =>
    names.some((name) => headerValue(request.headers, name) !== undefined)
  const signsIn = sent('sign-in-with-x', 'x-sign-in-with-x')
  const pays = sent('payment-signature', 'x-402-payment', 'x-payment')
  const files = fileReferences(request)
  const seen = seenResponse(exchange)
  const answerFile = answerFileName(headerValue(headers, 'content-type'))
  const owner = variableStart(exchange.connection, url)
  // A tool server's value need not be a bearer token, so it is taken whole.
  const key: SecretHeader = isMcp
    ? { name: 'Authorization', prefix: '', variable: `${owner}_AUTHORIZATION` }
    : { name: 'Authorization', prefix: 'Bearer ', variable: `${owner}_API_KEY` }
  const secrets = [
    ...(signsIn ? [SIGN_IN] : sent('authorization') && !pays ? [key] : []),
    ...(pays ? [PAYMENT] : []),
    ...ownSecrets(request.headers, owner),
  ]
  return {
    method,
    baseUrl: url.endsWith(path) ? url.slice(0, url.length - path.length) : url,
    baseVariable: `${owner}_BASE_URL`,
    path,
    files,
    secrets,
    headers: [
      ...(isMcp ? mcpHeaders(exchange) : []),
      ...request.headers.filter(([name, value]) => isPlainHeader(name, value)),
      ...customHeaders(request.headers, NEUTRAL_PROVIDER_NAME).filter(
        ([name, value]) => !isPlainHeader(name, value),
      ),
    ],
    wallet,
    walletNotes: secrets.flatMap(({ by }) => walletNotes(by, wallet)),
    notes: [
      ...(exchange.unsent === true
        ? ['This request was not sent: it has no key or signature yet.']
        : []),
      ...(isEncrypted({ request })
        ? [
            'The page encrypted the user and system messages, which no snippet can do.',
            'Put your own text in their place: it goes unencrypted.',
          ]
        : []),
      ...(body === undefined && form === undefined && request.bytes > 0
        ? ['The body of this request was not JSON; it is left out here.']
        : []),
      ...[...files.values()].map(
        ({ fileName, bytes }) => `${fileName} is the attached file (${formatBytes(bytes)}).`,
      ),
      ...(form ?? []).flatMap((field) =>
        'text' in field
          ? []
          : [`${field.fileName} is the file that was sent (${formatBytes(field.bytes)}).`],
      ),
    ],
    ...given({ body, form, answerFile, seen }),
  }
}

/** The headers of a connection that hold a secret, such as Azure's `api-key`: each is a variable. */
function ownSecrets(headers: HeaderList, owner: string): SecretHeader[] {
  const known = ['authorization', SIGN_IN.name.toLowerCase(), PAYMENT.name.toLowerCase()]
  return headers.flatMap(([name, value]) =>
    (/^<redacted \d+ chars>$/.test(value) || /^mcp-session-id$/i.test(name)) &&
    !known.includes(name.toLowerCase()) &&
    !MCP_NAME.test(name) &&
    !OTHER_PROOFS.test(name)
      ? [
          {
            name,
            prefix: '',
            variable: `${owner}_${/^mcp-/i.test(name) ? '' : 'HEADER_'}${variableName(name)}`,
          },
        ]
      : [],
  )
}

/**
 * What the variables of a connection begin with: its name, so that no two read the same key, or the host where
 * that is unknown. `VENDOR` is the local service's alone.
 */
export function variableStart(
  connection: { id: string; name: string } | undefined,
  url: string,
): string {
  if (connection?.id === LOCAL_ID) return 'VENDOR'
  const host = new URL(url).host.replace(/^(?:api|www)\./, '')
  const name = variableName(connection?.name ?? '') || variableName(host)
  return /^(?:\d|VENDOR$)/.test(name) ? `SERVER_${name}` : name
}

/** A text as part of the name of an environment variable; empty where it has no letter and no digit of ASCII. */
function variableName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z\d]+/g, '_')
    .slice(0, 40)
    .replace(/^_|_$/g, '')
}

/** What the protocol of tool servers requires besides the body; a session is a variable of its own. */
function mcpHeaders(exchange: Pick<Exchange, 'protocol' | 'request'>): HeaderList {
  return exchange.request.headers.flatMap(([name, value]): HeaderList => {
    // Which tool was called stands in the body, too; a saved header doesn't have it.
    if (MCP_NAME.test(name)) return [[name, mcpMessage(exchange)?.name ?? value]]
    return /^(?:accept|mcp-protocol-version|mcp-method)$/i.test(name) ? [[name, value]] : []
  })
}

const MCP_NAME = /^mcp-name$/i

/** What wallets send under other names. */
const OTHER_PROOFS = /^(?:x-sign-in-with-x|x-402-payment|x-payment|cookie)$/i

/** Whether the answer comes as server-sent events. */
export function isStreamed({ body }: CodeRequest): boolean {
  return typeof body === 'object' && body !== null && 'stream' in body && body['stream'] === true
}

/** A name for an answer that is a file, by its content type; undefined when it is text. */
export function answerFileName(contentType: string | undefined): string | undefined {
  const match = /^(?:image|audio|video)\/([a-z0-9]{1,8})\b|^application\/(pdf|zip)\b/i.exec(
    contentType ?? '',
  )
  const type = (match?.[1] ?? match?.[2])?.toLowerCase()
  return type === undefined ? undefined : `answer.${type === 'jpeg' ? 'jpg' : type}`
}

/** As much as the inspector shows beside one another at its first width, comment sign included. */
const LINE = 56

/**
 * How a header that a wallet signs is made, for languages without a package for it: comment lines that
 * say every step (contract "Authentication" 2 and 3).
 */
function walletNotes(header: 'sign-in' | 'payment' | undefined, wallet: WalletFamily): string[] {
  switch (header) {
    case 'sign-in':
      return signInNotes(wallet).flatMap(wrapped)
    case 'payment':
      return paymentNotes(wallet).flatMap(wrapped)
    case undefined:
      return []
  }
}

function signInNotes(wallet: WalletFamily): string[] {
  const { chains, signature } = FAMILIES[wallet]
  const text =
    wallet === 'evm'
      ? 'the EIP-4361 text of these fields and your wallet address, by personal_sign; the signature is hex with 0x.'
      : 'the text of EIP-4361, with "Solana account" in it, of these fields and your wallet address, by Ed25519; the signature is base58.'
  return [
    'VENDOR_SIGN_IN is one sign-in of a wallet. It works once, for some minutes. To make one:',
    `1. Send this request without it. In the 402, extensions["sign-in-with-x"] has info (domain, uri, version, nonce, issuedAt and more) and supportedChains: take the chainId that begins with ${chains}`,
    `2. Sign ${text}`,
    `3. Take the base64 of the JSON of info with your wallet address, chainId, "type": "${signature}" and signature.`,
    'The JavaScript view does exactly this: what its signIn() returns is the value.',
  ]
}

function paymentNotes(wallet: WalletFamily): string[] {
  const { chains } = FAMILIES[wallet]
  const [signing, payload] =
    wallet === 'evm'
      ? [
          'Sign, as EIP-712, TransferWithAuthorization of its asset (domain: extra.name, extra.version, the chain ID, asset): from you to payTo, value is amount, with validAfter, validBefore and a random nonce.',
          '{ signature, authorization }',
        ]
      : [
          'Sign a transaction with TransferChecked of its asset, amount from your token account to that of payTo; its fee payer is extra.feePayer, whose signature stays empty.',
          '{ transaction }',
        ]
  return [
    'VENDOR_PAYMENT is one signed payment. To make one:',
    `1. Send this request without it. The header PAYMENT-REQUIRED of the 402 is base64 of JSON: of its accepts take the one whose network begins with ${chains}`,
    `2. ${signing}`,
    `3. Take the base64 of the JSON { x402Version: 2, resource, accepted, payload: ${payload} }.`,
    'The JavaScript view does exactly this: what its pay() returns is the value.',
    'Never sign a second one while the outcome of the first is unknown.',
  ]
}

/** A sentence in lines, those of a numbered step indented below its first. */
function wrapped(sentence: string): string[] {
  const indent = /^\d\. /.test(sentence) ? '   ' : ''
  const lines: string[] = []
  for (const word of sentence.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined) lines.push(word)
    else if (last.length + 1 + word.length <= LINE) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(indent + word)
  }
  return lines
}
