import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { CodeLanguage } from './code-languages.ts'
import { type CodeExchange, codeRequest, type CodeRequest, isStreamed } from './code-request.ts'
import { curlCode } from './curl.ts'
import {
  commentsAndImports,
  formLines,
  headerExpression,
  javascriptCode,
  walletCode,
} from './javascript.ts'
import {
  type CodeFormField,
  javascriptStyle,
  pythonStyle,
  quotedText,
  writeLiteral,
} from './literal.ts'
import { vitestCode } from './vitest.ts'
import type { WalletFamily } from './wallet-family.ts'

/** What `client.chat.completions.create` takes by name; every other field goes into `extra_body`. */
const CREATE_ARGUMENTS: ReadonlySet<string> = new Set([
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'max_completion_tokens',
  'max_tokens',
  'messages',
  'metadata',
  'modalities',
  'model',
  'n',
  'parallel_tool_calls',
  'prediction',
  'presence_penalty',
  'prompt_cache_key',
  'reasoning_effort',
  'response_format',
  'safety_identifier',
  'seed',
  'service_tier',
  'stop',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'user',
  'verbosity',
])

/** A request as a Python script with the official `openai` client. */
export function pythonCode(request: CodeRequest): string {
  const { body, path, files, secrets, notes, walletNotes } = request
  const isChat = path === '/chat/completions' && hasRequired(body)
  const hasKey = secrets.some(({ prefix }) => prefix !== '')
  const imports = [
    ...(files.size > 0 ? ['import base64'] : []),
    ...(secrets.length > 0 ? ['import os'] : []),
    ...(files.size > 0 || secrets.length > 0 ? [''] : []),
    ...(isChat ? [] : ['import httpx']),
    `from openai import ${hasKey ? '' : 'Omit, '}OpenAI`,
  ]
  const lines = [
    ...[...walletNotes, ...notes].map((note) => `# ${note}`),
    ...imports,
    '',
    ...client(request),
    '',
    ...(isChat ? chatCall(body, request) : plainCall(request)),
  ]
  return `${lines.join('\n')}\n`
}

function hasRequired(body: JsonValue | undefined): body is JsonObject {
  return isJsonObject(body) && body['messages'] !== undefined && body['model'] !== undefined
}

function client({ baseUrl, secrets, headers }: CodeRequest): string[] {
  const key = secrets.find(({ prefix }) => prefix !== '')
  const others = secrets.filter(({ prefix }) => prefix === '')
  const lines = [
    ...(key === undefined ? ['        "Authorization": Omit(),'] : []),
    ...headers.map(([name, value]) => `        "${name}": ${quotedText(value)},`),
    ...others.map(({ name, variable }) => `        "${name}": os.environ["${variable}"],`),
  ]
  return [
    ...(key === undefined ? ['# The client wants a key, though none is sent.'] : []),
    'client = OpenAI(',
    `    base_url=${quotedText(baseUrl)},`,
    `    api_key=${key === undefined ? '"none"' : `os.environ["${key.variable}"]`},`,
    ...(lines.length === 0 ? [] : ['    default_headers={', ...lines, '    },']),
    ')',
  ]
}

function chatCall(body: JsonObject, request: CodeRequest): string[] {
  const fields = Object.entries(body).filter((field): field is [string, JsonValue] => {
    return field[1] !== undefined
  })
  const literal = (value: JsonValue) => writeLiteral(value, pythonStyle, request.files, 1)
  const known = fields.filter(([name]) => CREATE_ARGUMENTS.has(name))
  const extra = fields.filter(([name]) => !CREATE_ARGUMENTS.has(name))
  const streamed = isStreamed(request)
  return [
    `${streamed ? 'stream' : 'completion'} = client.chat.completions.create(`,
    ...known.map(([name, value]) => `    ${name}=${literal(value)},`),
    ...(extra.length === 0 ? [] : [`    extra_body=${literal(Object.fromEntries(extra))},`]),
    ')',
    ...(streamed
      ? [
          'for chunk in stream:',
          '    if chunk.choices:',
          '        print(chunk.choices[0].delta.content or "", end="", flush=True)',
        ]
      : ['print(completion.choices[0].message.content)']),
  ]
}

function plainCall({ method, path, body, form, files, answerFile }: CodeRequest): string[] {
  return [
    `response = client.${method.toLowerCase()}(`,
    `    ${quotedText(path)},`,
    ...(body === undefined ? [] : [`    body=${writeLiteral(body, pythonStyle, files, 1)},`]),
    ...(form === undefined ? [] : formArguments(form)),
    '    cast_to=httpx.Response,',
    ')',
    answerFile === undefined
      ? 'print(response.text)'
      : `open("${answerFile}", "wb").write(response.content)`,
  ]
}

/** A form: its texts as the body, its files beside it, and the content type that makes it one. */
function formArguments(form: readonly CodeFormField[]): string[] {
  const line = (entries: readonly string[], [open = '', close = '']: string) =>
    [open, ...entries.map((entry) => `        ${entry},`), `    ${close}`].join('\n')
  const texts = form.flatMap((field) =>
    'text' in field ? [`${quotedText(field.name)}: ${quotedText(field.text)}`] : [],
  )
  const files = form.flatMap((field) => {
    if ('text' in field) return []
    const { name, fileName, mediaType } = field
    return [`(${quotedText(name)}, ("${fileName}", open("${fileName}", "rb"), "${mediaType}"))`]
  })
  return [
    `    body=${line(texts, '{}')},`,
    `    files=${line(files, '[]')},`,
    '    options={"headers": {"Content-Type": "multipart/form-data"}},',
  ]
}

/** How the code of each language is written from a request that `codeRequest` has read. */
export const CODE_WRITERS = {
  curl: curlCode,
  python: pythonCode,
  javascript: javascriptCode,
  fetch: fetchCode,
  vitest: vitestCode,
}

/** A request as code that repeats it; it holds no secret. `wallet` counts only where a wallet signs. */
export function requestCode(
  language: CodeLanguage,
  exchange: CodeExchange,
  wallet: WalletFamily,
): string {
  return CODE_WRITERS[language](codeRequest(exchange, wallet))
}

/** A request as a module for Node with nothing but `fetch`: JavaScript, and strict TypeScript without a wallet. */
export function fetchCode(request: CodeRequest): string {
  const { method, baseUrl, path, body, form, files, secrets } = request
  const wallet = walletCode(request)
  const lines = [
    ...commentsAndImports(request, wallet.imports),
    ...wallet.functions,
    ...formLines(request),
    `const response = await fetch(${quotedText(baseUrl + path)}, {`,
    `  method: ${quotedText(method)},`,
    '  headers: {',
    ...secrets.map((secret) => `    "${secret.name}": ${headerExpression(secret, request)},`),
    ...request.headers.map(([name, value]) => `    "${name}": ${quotedText(value)},`),
    ...(body === undefined ? [] : ['    "Content-Type": "application/json",']),
    '  },',
    ...(form === undefined ? [] : ['  body: form,']),
    ...(body === undefined
      ? []
      : [`  body: JSON.stringify(${writeLiteral(body, javascriptStyle, files, 1)}),`]),
    '});',
    'if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);',
    ...readAnswer(request),
  ]
  return `${lines.join('\n')}\n`
}

function readAnswer(request: CodeRequest): string[] {
  if (request.answerFile !== undefined)
    return [`writeFileSync("${request.answerFile}", Buffer.from(await response.arrayBuffer()));`]
  if (!isStreamed(request)) return ['console.log(await response.text());']
  return [
    'if (response.body === null) throw new Error("The answer has no body.");',
    'for await (const text of response.body.pipeThrough(new TextDecoderStream())) {',
    '  process.stdout.write(text);',
    '}',
  ]
}
