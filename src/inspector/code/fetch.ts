import { type CodeRequest, isStreamed } from './code-request.ts'
import { commentsAndImports, formLines } from './javascript.ts'
import { javascriptStyle, quotedText, writeLiteral } from './literal.ts'

/** A request as a JavaScript module for Node with nothing but `fetch`. */
export function fetchCode(request: CodeRequest): string {
  const { method, baseUrl, path, body, form, files, secrets } = request
  const lines = [
    ...commentsAndImports(request, []),
    ...formLines(request),
    `const response = await fetch(${quotedText(baseUrl + path)}, {`,
    `  method: ${quotedText(method)},`,
    '  headers: {',
    ...secrets.map(({ name, prefix, variable }) => {
      const value = `process.env["${variable}"]`
      return `    "${name}": ${prefix === '' ? value : `\`${prefix}\${${value}}\``},`
    }),
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
    'for await (const text of response.body.pipeThrough(new TextDecoderStream())) {',
    '  process.stdout.write(text);',
    '}',
  ]
}
