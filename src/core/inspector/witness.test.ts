import { describe, expect, it } from 'vitest'

import { readJson } from '../../../contract/json.ts'
import { readModels } from '../../../contract/models/model.ts'
import { EXPECTED } from '../../../contract/witness/testing/expected.ts'
import { witnessEntries, witnessFiles } from '../../../contract/witness/witness.ts'
import type { Exchange } from '../client/exchanges/exchange.ts'
import { leftOutText } from '../share/import/import-report.ts'
import { CODE_LANGUAGES } from './code/code-languages.ts'
import { requestCode } from './code/request-code.ts'
import { costRows, headerRows, requestRows, runRows } from './comparison-rows.ts'
import { balanceMovement, costParts, costSentences, surchargeSentence } from './cost/cost-parts.ts'
import { encryptionText, outcomeSentence, outcomeWord, statusPhrase } from './exchange-text.ts'
import { toHar } from './export/har-exchange.ts'
import { parseExchange } from './export/parse-exchange.ts'
import { readExport } from './export/read-export.ts'
import { redactedExchange } from './export/redacted-exchange.ts'
import { headerReading, headersReport, serviceVersion, tellingHeaders } from './headers.ts'
import { answerReplay, eventKind, isNotUnderstood } from './replay/event-kind.ts'
import { requestEntry } from './request-list.ts'
import { serializeExchange } from './serialize-exchange.ts'
import { eventPreview, streamSummary } from './stream/stream-summary.ts'
import { timingPhases } from './timing/phases.ts'
import { whyNotResendable } from './why-not-resendable.ts'

function opened(text: string) {
  const reading = readExport(text)
  if (!reading.ok) throw new Error(reading.message)
  return reading
}

const entries = witnessEntries()
const exchanges = witnessFiles().flatMap((text) => opened(text).exchanges)
const shown = entries.map((entry) => {
  const { startedAt } = entry.exchange
  const exchange = exchanges.find((candidate) => candidate.startedAt === startedAt)
  if (exchange === undefined) throw new Error(`${entry.id} was left out`)
  return { ...entry, entry, exchange }
})
const models = shown.flatMap(({ id, body }) =>
  id === 'models/text' ? (readModels(readJson(new TextDecoder().decode(body)))?.models ?? []) : [],
)

it('opens every entry of the witness as it is, and leaves nothing out', () => {
  expect(exchanges).toHaveLength(entries.length)
  for (const text of witnessFiles()) expect(leftOutText(opened(text).report)).toEqual([])
})

describe.each(shown)('$id', ({ id, entry, exchange }) => {
  const expected = EXPECTED[id] ?? {}

  it('has its events, or its body', () => {
    const text = new TextDecoder().decode(entry.body)
    const data = [...text.matchAll(/^data: (.*)$/gm)].map(([, line]) => line)
    expect([...exchange.events].map((event) => event.data)).toEqual(data)
    if (data.length === 0) expect(exchange.body?.bytes).toBe(entry.body.length)
    const { answer, failure } = answerReplay(exchange)(exchange.eventCount)
    for (const event of exchange.events) expect(isNotUnderstood(event, 'vendor')).toBe(false)
    if (data.length === 0 || id.startsWith('e2ee/')) return
    expect(answer.choices[0]?.content).toBe(expected.text ?? '')
    expect(failure).toBe(expected.failure?.['message'])
  })

  it('has the tokens and the cost that it names', () => {
    const { usage, cost } = exchange.receipt
    const named = JSON.stringify([...exchange.events].map(({ data }) => readJson(data)))
    const whole = exchange.body?.kind === 'json' ? JSON.stringify(exchange.body.value) : ''
    const [, json = 'null'] = /"cost":(\{[^}]*\})/.exec(named + whole) ?? []
    expect(cost ?? null).toEqual(JSON.parse(json))
    if (expected.tokens !== undefined)
      expect([usage?.prompt_tokens, usage?.completion_tokens]).toEqual([
        expected.tokens.prompt,
        expected.tokens.completion,
      ])
  })

  it('has no header that is not explained, or not read', () => {
    const { unexplained, groups } = headersReport(exchange)
    expect(unexplained).toEqual([])
    const at = { arrivedMs: exchange.startedAt, nowMs: exchange.startedAt }
    for (const { spec, value } of groups.flatMap(({ headers }) => headers))
      expect([spec.name, headerReading(spec, value, at).unreadable]).toEqual([spec.name, undefined])
  })

  it('can be shown in every tab, kept, exported and opened again', () => {
    const [other = exchange] = exchanges
    for (const text of inEveryTab(exchange, other)) expect(text).not.toMatch(/undefined|NaN/)
    expect(statusPhrase(exchange.status ?? 0)).toMatch(/^\d+ \w/)
    for (const { value } of CODE_LANGUAGES)
      expect(requestCode(value, exchange, 'evm')).toMatch(/\S/)
    const saved = parseExchange(serializeExchange(exchange).exchange)
    expect(saved?.receipt).toEqual(exchange.receipt)
    const [again] = opened(toHar(redactedExchange(exchange, { content: true }))).exchanges
    expect(again).toMatchObject({ status: exchange.status, receipt: exchange.receipt })
    expect(again?.eventCount).toBe(exchange.eventCount)
  })
})

/** What the tabs say of an exchange, beside another one. */
function inEveryTab(exchange: Exchange, other: Exchange): string[] {
  const { events, eventCount } = exchange
  const parts = costParts(exchange, models[0])
  const summary = streamSummary(events, eventCount)
  const rows = [requestRows, runRows, costRows, headerRows].flatMap((rowsOf) =>
    rowsOf(other, exchange),
  )
  return [
    requestEntry(exchange).title,
    outcomeWord(exchange).word,
    outcomeSentence(exchange),
    ...tellingHeaders(exchange).flat(),
    ...timingPhases(exchange).map(({ name }) => name),
    ...costSentences(exchange, balanceMovement(exchange, exchanges)),
    parts === undefined ? '' : surchargeSentence(exchange, parts),
    encryptionText(exchange) ?? '',
    whyNotResendable(exchange) ?? '',
    serviceVersion(exchange) ?? '',
    ...[...events].flatMap((event) => [eventKind(event), eventPreview(event)]),
    `${summary.count} events, ${summary.bytes} bytes, ${summary.errors} errors`,
    ...rows.map(({ name, change = '' }) => `${name} ${change}`),
  ]
}
