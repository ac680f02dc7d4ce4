import { type CodeRequest, isStreamed } from './code-request.ts'
import { commentsAndImports, formLines } from './javascript.ts'
import { javascriptStyle, quotedText, writeLiteral } from './literal.ts'
import { headerExpression, walletCode } from './wallet.ts'

/**
 * A request as a module for Node with nothing but `fetch`: JavaScript and, unless a wallet signs,
 * strict TypeScript too.
 */
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
