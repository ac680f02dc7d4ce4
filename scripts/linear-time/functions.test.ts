import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { createEventDecoder } from '../../contract/chat/read/event-decoder.ts'
import { readEvent, readWhole } from '../../contract/chat/read/read-event.ts'
import { addPiece, endOfText } from '../../contract/chat/think-tags.ts'
import { quoteFault } from '../../contract/e2ee/attestation.ts'
import { isEnvelope } from '../../contract/e2ee/envelope-shape.ts'
import { bytesOfHex } from '../../contract/encoding/bytes.ts'
import { createEventMask } from '../../contract/headers/secrets/event-mask.ts'
import { redactJson } from '../../contract/headers/secrets/redact-json.ts'
import { keysIn, redactKeys } from '../../contract/headers/secrets/redaction.ts'
import { redactSecretShapes, secretMask } from '../../contract/headers/secrets/secret-mask.ts'
import { readJson } from '../../contract/json.ts'
import { parseSignInText } from '../../contract/wallet/sign-in.ts'
import { htmlText } from '../../service/app/inference/documents/markup.ts'
import { tokenize } from '../../service/app/inference/prepare/tokens.ts'
import { evaluate } from '../../service/app/mcp/practice-tools.ts'
import { splitDirectives } from '../../service/app/sandbox/directives.ts'
import { plainText } from '../../service/app/sandbox/reply/general-answer.ts'
import {
  readRecordings,
  requestBody,
  requestKey,
} from '../../service/node/recording/read-recordings.ts'
import { createRedact, redactText } from '../../service/node/recording/redact-request.ts'
import { redactResponse } from '../../service/node/recording/redact-response.ts'
import { readImport } from '../../src/app/dialogs/read-import.ts'
import { fillVariables } from '../../src/core/chat/request/variables.ts'
import { readExtraHeaders } from '../../src/core/client/connection/extra-headers.ts'
import { eventText } from '../../src/core/doctor/reply.ts'
import { readCases } from '../../src/core/evaluate/cases/read-cases.ts'
import { TableError } from '../../src/core/evaluate/cases/table-text.ts'
import { readJudgment } from '../../src/core/evaluate/checks/judge.ts'
import { readJsonPath } from '../../src/core/evaluate/checks/rules.ts'
import { readPath } from '../../src/core/explore/draft.ts'
import { formatUsd } from '../../src/core/format/money.ts'
import { readCallResult } from '../../src/core/mcp/read/items.ts'
import { readChallenge } from '../../src/core/mcp/sign-in/find-sign-in.ts'
import { decodeSetup } from '../../src/core/share/codec.ts'
import { recognizePaste } from '../../src/core/share/import/recognize-paste.ts'
import { setupFromText } from '../../src/core/share/import/setup-from-text.ts'
import { mayBeRequest } from '../../src/core/share/shared-fragment.ts'
import { foldText } from '../../src/core/storage/conversations/search/search-index.ts'
import { inertMarkdown } from '../../src/features/history/conversation-markdown.ts'
import { blockTree } from '../../src/ui/markdown/grammar/block-tree.ts'
import { blockTokens, tokenizeInline } from '../../src/ui/markdown/grammar/grammar.ts'
import { strictLinks } from '../../src/ui/markdown/grammar/link-policy.ts'
import { renderBlocks } from '../../src/ui/markdown/view/render.ts'
import { visibleBidi } from '../../src/ui/markdown/visible-bidi.ts'
import { growthFault, isSurelyLinear, repeated } from '../testing/growth.ts'

const url = 'https://api.example/v1/chat/completions'
const SECRET = 'sk-a-secret-of-the-page-1234567890'
const JSON_BODY = (content: string) =>
  JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] })

const redact = createRedact(new Headers({ authorization: `Bearer ${SECRET}` }))

const folder = mkdtempSync(path.join(tmpdir(), 'linear-time-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What reads texts from elsewhere, by where they come from. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'a paste, at once': mayBeRequest,
  'a paste': recognizePaste,
  'a pasted curl command': (text) => recognizePaste(`curl ${url} -d '${text}'`),
  'a pasted curl command in double quotes': (text) => setupFromText(`curl ${url} -d "${text}"`),
  "a pasted curl command with $'…'": (text) => setupFromText(`curl ${url} -d $'${text}'`),
  'a pasted here-document': (text) => setupFromText(`curl ${url} -d @- <<X\n${text}\nX`),
  'a pasted curl command without quotes': (text) => setupFromText(`curl ${url} ${text}`),
  'a pasted command of cmd': (text) => setupFromText(`curl ^"${url}^" ^\n -d ^"${text}`),
  'a pasted command of PowerShell': (text) => setupFromText(`irm ${url} -Body "${text}`),
  'a pasted table of PowerShell': (text) => setupFromText(`irm ${url} -Headers @{${text}`),
  'a pasted fence': (text) => setupFromText(`\`\`\`\n${text}`),
  'pasted JSON': (text) => recognizePaste(JSON_BODY(text)),
  'pasted JSON with comments': (text) => setupFromText(`{ // x\n"model": "m", ${text}`),
  'an opened file': readImport,
  'a link': (text) => decodeSetup(`#c=1.${text}`),
  'keys in a message': (text) => [keysIn(text), redactKeys(text)],
  'a shown secret': redactSecretShapes,
  'a stored JSON': (text) => redactJson({ [text.slice(0, 50)]: text }, redactSecretShapes),
  'a masked response': secretMask([SECRET]),
  'a masked piece': createEventMask([SECRET]),
  JSON: readJson,
  'an event stream': (text) => createEventDecoder().decode(new TextEncoder().encode(text)),
  'an event of a response': (text) =>
    readEvent({ data: text }, { providerName: 'vendor', nowMs: 0 }),
  'a whole response': (text) => readWhole(text, { providerName: 'vendor', nowMs: 0 }),
  'the events of a check': eventText,
  'thinking of a model': (text) => endOfText(addPiece({ content: '', reasoning: '' }, text)),
  Markdown: readMarkdown,
  'hidden characters': visibleBidi,
  'exported Markdown': inertMarkdown,
  'a judgment': (text) => readJudgment(text, 'a'),
  'a JSON path': readJsonPath,
  cases: (text) => orTableError(() => readCases(text)),
  'a price': formatUsd,
  'a path': (text) => readPath('/a/{b}/c', text),
  'added headers': readExtraHeaders,
  variables: (text) => fillVariables(text, {}),
  'a search': foldText,
  'a result of a tool': (text) => readCallResult({ content: [{ type: 'text', text }] }),
  'a challenge of a tool server': readChallenge,
  'a sign-in text': parseSignInText,
  'a document': htmlText,
  tokens: tokenize,
  directives: splitDirectives,
  'an expression': evaluate,
  'a recorded request': (text) => redactText(text, redact),
  'a recorded response': (text) => {
    const bytes = new TextEncoder().encode(text)
    return redactResponse({ bytes, chunks: [[0, bytes.length]] }, 'text/event-stream', [SECRET])
  },
  'a request to replay': (text) =>
    requestKey({ method: 'POST', path: '/', body: requestBody({ mimeType: '', text }, redact) }),
  'a HAR': readHar,
  'an envelope': (text) => [isEnvelope(`04${text}`), bytesOfHex(text)],
  'a quote of an enclave': (text) => quoteFault(text, { signingAddress: '0x00', nonce: '00' }),
  'a plain text': (text) => plainText(text, 1_000_000),
}

/** As the page does for a text that is complete; what is read again while it grows is counted in its own test. */
function readMarkdown(text: string): unknown {
  const env = { references: Object.create(null) }
  const tokens = blockTokens(text, env)
  tokenizeInline(tokens, env)
  return renderBlocks(blockTree(tokens), strictLinks)
}

/** A file with a request that can be replayed, and many entries that say nothing. */
function readHar(text: string): unknown {
  const file = path.join(folder, 'a.har')
  const request = {
    method: 'POST',
    url: `https://api.example/v1/a?${text}`,
    headers: [{ name: text, value: text }],
    postData: { mimeType: 'application/x-www-form-urlencoded', text },
  }
  const entry = { request, response: { status: 200, content: { text, encoding: 'base64' } } }
  writeFileSync(file, JSON.stringify({ log: { entries: [entry, ...Array.from(text)] } }))
  return readRecordings(file)
}

/** A table without cases is refused by an error of its own. */
function orTableError(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof TableError) return error
    throw error
  }
}

/** Runs of one character, openings without an end, and what is nearly what is looked for. */
const PIECES = [
  ...Array.from('aA0 \n"\\{[(<`*_$=#|>-,:/&%^~!é\''),
  '{"a":',
  '["a",',
  '\\"',
  '""',
  '","',
  '"\n',
  "'\\''",
  '$(',
  '`a',
  '${',
  '%A%',
  '^"',
  '^\\^"',
  '`\n',
  '@{',
  '@{a=',
  ' -d',
  ' -H a',
  '\n-d',
  ' \\\n',
  '<<A\n',
  '#c=',
  'curl ',
  'curl a.b\n',
  '```\n',
  '~~~\n{\n',
  'key=',
  'key=sk-a1b2c3d4e5f6g7h8i9j0 ',
  'bearer ',
  'sk-a1',
  'eyJ',
  'data:a/b;base64,',
  '0x0',
  'token: ',
  '![](',
  '[a](',
  '[a][',
  '**a',
  '_a_',
  '| a |\n',
  '> ',
  '- a\n',
  '1. a\n',
  '<a ',
  '<a href="',
  '&amp;',
  '<!--',
  'http://a.',
  'a@b.',
  'a@b.c ',
  'www.',
  '<a@b.c>',
  '<sub>',
  '[a\n',
  '![',
  '[`',
  '*a **b ',
  '~~a',
  '$a',
  '\\[',
  '> - ',
  '|a|b\n|-|-\n',
  '&key=sk-a1b2c3d4e5f6g7h8i9j0',
  '&a=sk-a1b2c3d4e5f6g7h8i9j0',
  'data: {\n',
  '$$',
  '\\(',
  '<think>',
  '</think',
  'data: a\n',
  'data: {}\n\n',
  'a: b\n',
  '\r\n',
  '/* ',
  '// ',
  '/tokens 1 ',
  '((',
  '1+',
  'a="b",',
  '{{a',
  '}}',
  '[^1]',
  'a\u200D',
  '\u202E',
]

test.each(Object.entries(READERS))('%s takes linear time', (_, read) => {
  const slow: string[] = []
  for (const piece of PIECES) {
    const runOn = (size: number) => {
      const text = repeated(piece, size)
      return () => void read(text)
    }
    const fault = isSurelyLinear(runOn) ? undefined : growthFault(runOn)
    if (fault !== undefined) slow.push(`${JSON.stringify(piece)}: ${fault}`)
  }
  expect(slow).toEqual([])
})
