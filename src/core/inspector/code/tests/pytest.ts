import { type CodeRequest } from '../code-request.ts'
import { pythonStyle, quotedText, writeLiteral } from '../literal.ts'
import type { SeenChoice, SeenResponse } from './seen-response.ts'

/** A request and the response to it as a test for pytest, with Python's own modules unless it sends a form. */
export function pytestCode(request: CodeRequest): string {
  const { method, baseUrl, baseVariable, path, form, files, notes, walletNotes, seen } = request
  const name = `${method} ${path.split('?', 1)[0] ?? ''}`.toLowerCase().replace(/[^a-z\d]+/g, '_')
  const lines = [
    ...[...walletNotes, ...notes].map((note) => `# ${note}`),
    ...(files.size > 0 ? ['import base64'] : []),
    ...(seen?.isCut === true ? ['import http.client'] : []),
    'import json',
    'import os',
    ...(form === undefined ? ['import urllib.error', 'import urllib.request'] : []),
    ...(seen?.isCut === true || form !== undefined ? [''] : []),
    ...(seen?.isCut === true ? ['import pytest'] : []),
    ...(form === undefined ? [] : ['import requests']),
    '',
    `BASE_URL = os.environ.get("${baseVariable}", ${quotedText(baseUrl)})`,
    '',
    '',
    ...(form === undefined ? sendFunction(request) : formFunction(request)),
    '',
    '',
    `def test_${name.replace(/^_+|_+$/g, '')}():`,
    ...(seen?.isCut === true
      ? [
          '    # The connection was lost before the response was complete.',
          '    with pytest.raises((OSError, http.client.HTTPException)):',
          '        send()',
        ]
      : [
          '    status, content_type, content = send()',
          ...expectations(seen).map((line) => `    ${line}`),
        ]),
  ]
  return `${lines.join('\n')}\n`
}

function headerLines({ secrets, headers, body }: CodeRequest, indent: string): string[] {
  return [
    ...secrets.map(({ name, prefix, variable }) =>
      prefix === ''
        ? `${indent}"${name}": os.environ["${variable}"],`
        : `${indent}"${name}": "${prefix}" + os.environ.get("${variable}", ""),`,
    ),
    ...headers.map(([name, value]) => `${indent}"${name}": ${quotedText(value)},`),
    ...(body === undefined ? [] : [`${indent}"Content-Type": "application/json",`]),
  ]
}

function sendFunction(request: CodeRequest): string[] {
  const { method, path, body, files } = request
  return [
    'def send():',
    '    request = urllib.request.Request(',
    `        BASE_URL + ${quotedText(path)},`,
    `        method=${quotedText(method)},`,
    '        headers={',
    ...headerLines(request, '            '),
    '        },',
    ...(body === undefined
      ? []
      : [`        data=json.dumps(${writeLiteral(body, pythonStyle, files, 2)}).encode(),`]),
    '    )',
    '    try:',
    '        response = urllib.request.urlopen(request, timeout=60)',
    '    except urllib.error.HTTPError as error:',
    '        response = error',
    '    with response:',
    '        return response.status, response.headers.get_content_type(), response.read()',
  ]
}

function formFunction(request: CodeRequest): string[] {
  const { method, path, form = [] } = request
  const fields = form.map((field) =>
    'text' in field
      ? `(${quotedText(field.name)}, (None, ${quotedText(field.text)}))`
      : `(${quotedText(field.name)}, ("${field.fileName}", open("${field.fileName}", "rb"), "${field.mediaType}"))`,
  )
  return [
    'def send():',
    '    response = requests.request(',
    `        ${quotedText(method)},`,
    `        BASE_URL + ${quotedText(path)},`,
    '        headers={',
    ...headerLines(request, '            '),
    '        },',
    '        files=[',
    ...fields.map((field) => `            ${field},`),
    '        ],',
    '        timeout=60,',
    '    )',
    '    content_type = response.headers.get("content-type", "").split(";")[0]',
    '    return response.status_code, content_type, response.content',
  ]
}

function expectations(seen: SeenResponse | undefined): string[] {
  if (seen === undefined) return ['assert status < 400']
  return [
    `assert status == ${seen.status}`,
    ...(seen.mediaType === undefined
      ? []
      : [`assert content_type == ${quotedText(seen.mediaType)}`]),
    ...(seen.form === 'events' ? streamExpectations(seen) : []),
    ...(seen.form === 'json' ? jsonExpectations(seen) : []),
  ]
}

function jsonExpectations({ members, fixed, choices }: SeenResponse): string[] {
  return [
    'body = json.loads(content)',
    ...(members.length === 0
      ? []
      : [`assert {${members.map(quotedText).join(', ')}} <= set(body)`]),
    ...fixed.map(([name, value]) => `assert body["${name}"] == ${quotedText(value)}`),
    ...(choices.length === 0 ? [] : [`assert len(body["choices"]) == ${choices.length}`]),
    ...choices.flatMap((choice, at) => [
      '',
      `choice = body["choices"][${at}]`,
      ...choiceExpectations(choice, {
        reason: 'choice["finish_reason"]',
        text: 'choice["message"]["content"]',
        tools: '[call["function"]["name"] for call in choice["message"]["tool_calls"]]',
      }),
    ]),
  ]
}

function streamExpectations({ choices, isDone }: SeenResponse): string[] {
  return [
    'lines = content.decode().split("\\n")',
    'data = [line[5:].strip() for line in lines if line.startswith("data:")]',
    isDone ? 'assert data[-1] == "[DONE]"' : 'assert data',
    ...(choices.length === 0
      ? []
      : [
          'events = [json.loads(each) for each in data if each != "[DONE]"]',
          'pieces = [piece for event in events for piece in event.get("choices") or []]',
        ]),
    ...choices.flatMap((choice) => [
      '',
      `choice = [piece for piece in pieces if piece["index"] == ${choice.index}]`,
      ...choiceExpectations(choice, {
        reason: 'next(piece["finish_reason"] for piece in choice if piece.get("finish_reason"))',
        text: '"".join((piece.get("delta") or {}).get("content") or "" for piece in choice)',
        tools:
          '[call["function"]["name"] for piece in choice for call in (piece.get("delta") or {}).get("tool_calls") or [] if call.get("function", {}).get("name")]',
      }),
    ]),
  ]
}

function choiceExpectations(
  { finishReason, text, hasText, isJson, tools }: SeenChoice,
  expression: { reason: string; text: string; tools: string },
): string[] {
  return [
    ...(finishReason === undefined
      ? []
      : [`assert ${expression.reason} == ${quotedText(finishReason)}`]),
    ...(tools.length === 0
      ? []
      : [`assert ${expression.tools} == [${tools.map(quotedText).join(', ')}]`]),
    ...(text !== undefined
      ? [`assert ${quotedText(text)} in ${expression.text}`]
      : hasText
        ? [`assert ${expression.text} != ""`]
        : []),
    ...(isJson ? [`json.loads(${expression.text})`] : []),
  ]
}
