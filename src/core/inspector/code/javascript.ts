import { isJsonObject } from '../../../../contract/json.ts'
import { type CodeRequest, isStreamed, type SecretHeader } from './code-request.ts'
import { javascriptStyle, quotedText, writeLiteral } from './literal.ts'
import { FAMILIES, type FamilyCode } from './wallet-family.ts'

/** A request as a JavaScript module for Node with the official `openai` client. */
export function javascriptCode(request: CodeRequest): string {
  const { body, path, method } = request
  const isChat = path === '/chat/completions' && method === 'POST' && isJsonObject(body)
  const wallet = walletCode(request)
  const lines = [
    ...commentsAndImports(request, [...wallet.imports, 'import OpenAI from "openai";']),
    ...wallet.functions,
    ...client(request, isChat),
    '',
    ...formLines(request),
    ...(isChat ? chatCall(request) : plainCall(request)),
  ]
  return `${lines.join('\n')}\n`
}

type CodeHead = Pick<CodeRequest, 'notes' | 'files' | 'form' | 'answerFile'>

/** The head of a module: comment lines, imports, an empty line. */
export function commentsAndImports(
  { notes, files, form = [], answerFile }: CodeHead,
  imports: readonly string[],
): string[] {
  const fromFs = [
    ...(files.size > 0 || form.some((field) => 'fileName' in field) ? ['readFileSync'] : []),
    ...(answerFile === undefined ? [] : ['writeFileSync']),
  ]
  const all = [
    ...(fromFs.length === 0 ? [] : [`import { ${fromFs.join(', ')} } from "node:fs";`]),
    ...imports,
  ]
  return [...notes.map((note) => `// ${note}`), ...all, ...(all.length === 0 ? [] : [''])]
}

/** The lines that build the form of a request; none where it has none. */
export function formLines({ form }: CodeRequest): string[] {
  if (form === undefined) return []
  return [
    'const form = new FormData();',
    ...form.map((field) => {
      const name = quotedText(field.name)
      if ('text' in field) return `form.append(${name}, ${quotedText(field.text)});`
      const { fileName, mediaType } = field
      const file = `new Blob([readFileSync("${fileName}")], { type: "${mediaType}" })`
      return `form.append(${name}, ${file}, "${fileName}");`
    }),
    '',
  ]
}

function client(request: CodeRequest, isChat: boolean): string[] {
  const { baseUrl, secrets, headers } = request
  const key = secrets.find(({ prefix }) => prefix !== '')
  const others = secrets.filter(({ prefix }) => prefix === '')
  const lines = [
    ...(key === undefined ? ['    Authorization: null,'] : []),
    ...headers.map(([name, value]) => `    "${name}": ${quotedText(value)},`),
    ...others.map((secret) => `    "${secret.name}": ${headerExpression(secret, request)},`),
  ]
  return [
    ...(key === undefined ? ['// The client wants a key, though none is sent.'] : []),
    'const client = new OpenAI({',
    `  baseURL: ${quotedText(baseUrl)},`,
    // Without a text the client takes OPENAI_API_KEY, which is another API's.
    `  apiKey: ${key === undefined ? '"none"' : `process.env["${key.variable}"] ?? ""`},`,
    ...(key === undefined || isChat ? [] : ['  adminAPIKey: null,']),
    ...(lines.length === 0 ? [] : ['  defaultHeaders: {', ...lines, '  },']),
    '});',
  ]
}

function chatCall(request: CodeRequest): string[] {
  const literal = writeLiteral(request.body ?? null, javascriptStyle, request.files)
  if (isStreamed(request))
    return [
      `const stream = await client.chat.completions.create(${literal});`,
      'for await (const chunk of stream) {',
      '  process.stdout.write(chunk.choices?.[0]?.delta?.content ?? "");',
      '}',
    ]
  return [
    `const completion = await client.chat.completions.create(${literal});`,
    'console.log(completion.choices[0].message.content);',
  ]
}

function plainCall({ method, path, body, form, files, answerFile }: CodeRequest): string[] {
  const options =
    form !== undefined
      ? ', { body: form }'
      : body === undefined
        ? ''
        : `, {\n  body: ${writeLiteral(body, javascriptStyle, files, 1)},\n}`
  return [
    `const response = await client.${method.toLowerCase()}(${quotedText(path)}${options}).asResponse();`,
    answerFile === undefined
      ? 'console.log(await response.text());'
      : `writeFileSync("${answerFile}", Buffer.from(await response.arrayBuffer()));`,
  ]
}

interface WalletCode {
  imports: readonly string[]
  /** Functions that make a header each time they are called. */
  functions: readonly string[]
}

function signInFunction({ chains, signature }: FamilyCode): string[] {
  return [
    '// Asks for a challenge and signs it: each sign-in works once.',
    'async function signIn(method, url) {',
    '  const asked = await fetch(url, { method });',
    '  const { extensions } = await asked.json();',
    '  const { info, supportedChains } = extensions["sign-in-with-x"];',
    `  const chain = supportedChains.find(({ chainId }) => chainId.startsWith("${chains}"));`,
    `  const proof = { ...info, chainId: chain.chainId, type: "${signature}" };`,
    '  return encodeSIWxHeader(await createSIWxPayload(proof, account, url));',
    '}',
  ]
}

function payFunction({ chains, scheme }: FamilyCode): string[] {
  return [
    '// Signs what the service asks for, and no more than the limit. Run it once: a payment whose',
    '// outcome is unknown is looked up in the balance, never signed again.',
    'async function pay(url) {',
    '  const asked = await fetch(url, { method: "POST" });',
    '  const required = decodePaymentRequiredHeader(asked.headers.get("PAYMENT-REQUIRED"));',
    `  const client = new x402Client().register("${chains}*", ${scheme});`,
    '  client.setSpendControls({ maxAmountPerPayment: "$10" });',
    `  const accepts = required.accepts.filter(({ network }) => network.startsWith("${chains}"));`,
    '  const payment = await client.createPaymentPayload({ ...required, accepts });',
    '  return encodePaymentSignatureHeader(payment);',
    '}',
  ]
}

/** The part of a module that signs in and pays with a wallet whose key is in the environment. */
export function walletCode({ secrets, wallet }: CodeRequest): WalletCode {
  const signsIn = secrets.some(({ by }) => by === 'sign-in')
  const pays = secrets.some(({ by }) => by === 'payment')
  if (!signsIn && !pays) return { imports: [], functions: [] }
  const family = FAMILIES[wallet]
  return {
    imports: [
      ...(pays
        ? [
            'import { x402Client } from "@x402/core/client";',
            'import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from "@x402/core/http";',
            family.payImport,
          ]
        : []),
      ...(signsIn
        ? ['import { createSIWxPayload, encodeSIWxHeader } from "@x402/extensions/sign-in-with-x";']
        : []),
      ...family.imports,
    ],
    functions: [
      ...family.account,
      '',
      ...(signsIn ? [...signInFunction(family), ''] : []),
      ...(pays ? [...payFunction(family), ''] : []),
    ],
  }
}

/** The expression of a JavaScript module that gives a header's value. */
export function headerExpression(
  { prefix, variable, by }: SecretHeader,
  { method, baseUrl, path }: CodeRequest,
): string {
  const url = quotedText(baseUrl + path)
  if (by === 'sign-in') return `await signIn(${quotedText(method)}, ${url})`
  if (by === 'payment') return `await pay(${url})`
  const value = `process.env["${variable}"]`
  return prefix === '' ? value : `\`${prefix}\${${value}}\``
}
