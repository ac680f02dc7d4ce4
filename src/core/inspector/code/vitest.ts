import { type CodeRequest } from './code-request.ts'
import { commentsAndImports, formLines, headerExpression, walletCode } from './javascript.ts'
import { javascriptStyle, quotedText, writeLiteral } from './literal.ts'
import type { SeenChoice, SeenResponse } from './seen-response.ts'

/** A request and the response to it as a test for Vitest. */
export function vitestCode(request: CodeRequest): string {
  const { method, baseUrl, baseVariable, path, answerFile: _, ...rest } = request
  const { seen } = rest
  const wallet = walletCode(request)
  const imports = ['import { expect, test } from "vitest";', ...wallet.imports]
  const lines = [
    ...commentsAndImports(rest, imports),
    `const baseUrl = process.env["${baseVariable}"] ?? ${quotedText(baseUrl)};`,
    '',
    ...wallet.functions,
    `test(${quotedText(`${method} ${path}`)}, { timeout: 60_000 }, async () => {`,
    ...[...formLines(request), ...sending(request), ...expectations(seen)].map((line) =>
      line === '' ? '' : `  ${line.replaceAll('\n', '\n  ')}`,
    ),
    '});',
  ]
  return `${lines.join('\n')}\n`
}

function sending(request: CodeRequest): string[] {
  const { method, path, body, form, files, secrets, headers } = request
  return [
    `const response = await fetch(baseUrl + ${quotedText(path)}, {`,
    `  method: ${quotedText(method)},`,
    '  headers: {',
    ...secrets.map((secret) => `    "${secret.name}": ${headerExpression(secret, request)},`),
    ...headers.map(([header, value]) => `    "${header}": ${quotedText(value)},`),
    ...(body === undefined ? [] : ['    "Content-Type": "application/json",']),
    '  },',
    ...(form === undefined ? [] : ['  body: form,']),
    ...(body === undefined
      ? []
      : [`  body: JSON.stringify(${writeLiteral(body, javascriptStyle, files, 1)}),`]),
    '});',
  ]
}

function expectations(seen: SeenResponse | undefined): string[] {
  if (seen === undefined) return ['expect(response.status).toBeLessThan(400);']
  const head = [
    `expect(response.status).toBe(${seen.status});`,
    ...(seen.mediaType === undefined
      ? []
      : [`expect(response.headers.get("content-type")).toContain(${quotedText(seen.mediaType)});`]),
  ]
  if (seen.isCut)
    return [
      ...head,
      '// The connection was lost before the response was complete.',
      'await expect(response.text()).rejects.toThrow();',
    ]
  if (seen.form === 'events') return [...head, ...streamExpectations(seen)]
  if (seen.form === 'json') return [...head, ...jsonExpectations(seen)]
  return head
}

function jsonExpectations({ members, fixed, choices }: SeenResponse): string[] {
  return [
    'const body = await response.json();',
    ...(members.length === 0
      ? []
      : [
          `expect(Object.keys(body)).toEqual(expect.arrayContaining(${writeLiteral([...members], javascriptStyle, new Map())}));`,
        ]),
    ...fixed.map(([name, value]) => `expect(body.${name}).toBe(${quotedText(value)});`),
    ...(choices.length === 0 ? [] : [`expect(body.choices).toHaveLength(${choices.length});`]),
    ...choices.flatMap((choice, at) => [
      '',
      `const { message: message${at}, finish_reason: reason${at} } = body.choices[${at}];`,
      ...choiceExpectations(choice, {
        reason: `reason${at}`,
        text: `message${at}.content`,
        tools: `message${at}.tool_calls.map((call) => call.function.name)`,
      }),
    ]),
  ]
}

function streamExpectations({ choices, isDone }: SeenResponse): string[] {
  return [
    'const data = (await response.text())',
    '  .split("\\n")',
    '  .flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trim()] : []));',
    ...(isDone ? ['expect(data.at(-1)).toBe("[DONE]");'] : ['expect(data).not.toHaveLength(0);']),
    ...(choices.length === 0
      ? []
      : [
          'const pieces = data.flatMap((each) => (each === "[DONE]" ? [] : (JSON.parse(each).choices ?? [])));',
        ]),
    ...choices.flatMap((choice) => {
      const name = `choice${choice.index}`
      return [
        '',
        `const ${name} = pieces.filter(({ index }) => index === ${choice.index});`,
        ...choiceExpectations(choice, {
          reason: `${name}.map((piece) => piece.finish_reason).find(Boolean)`,
          text: `${name}.map(({ delta }) => delta?.content ?? "").join("")`,
          tools: `${name}.flatMap(({ delta }) => delta?.tool_calls ?? []).flatMap((call) => call.function?.name ?? [])`,
        }),
      ]
    }),
  ]
}

function choiceExpectations(
  { finishReason, text, hasText, isJson, tools }: SeenChoice,
  expression: { reason: string; text: string; tools: string },
): string[] {
  return [
    ...(finishReason === undefined
      ? []
      : [`expect(${expression.reason}).toBe(${quotedText(finishReason)});`]),
    ...(tools.length === 0
      ? []
      : [
          `expect(${expression.tools}).toEqual(${writeLiteral([...tools], javascriptStyle, new Map())});`,
        ]),
    ...(text !== undefined
      ? [`expect(${expression.text}).toContain(${quotedText(text)});`]
      : hasText
        ? [`expect(${expression.text}).not.toBe("");`]
        : []),
    ...(isJson ? [`expect(() => JSON.parse(${expression.text})).not.toThrow();`] : []),
  ]
}
