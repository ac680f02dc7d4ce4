import { createEventDecoder } from '../../../contract/chat/read/event-decoder.ts'
import { isJsonObject, readJson } from '../../../contract/json.ts'
import { neutralBody, neutralHeaderName } from '../../../contract/provider-name.ts'
import type { KnownShape, memberPaths } from '../../../contract/witness/witness.ts'
import { z } from '../../../contract/zod.ts'
import { isDocumented } from './looks.ts'
import { isApiDocument, type Replies, repliesIn, type Reply, withoutSecrets } from './reply.ts'
import type { DoctorRow } from './run-doctor.ts'
import type { ProbeResult } from './verdict.ts'

const MAX_ROWS = 500
const MAX_TEXT = 1_000

const text = z.string().check(z.maxLength(MAX_TEXT))

const reportSchema = z.object({
  type: z.literal('vendor-playground-api-check'),
  version: z.literal(1),
  /** ISO 8601. */
  checkedAt: text,
  /** Origin and path alone. */
  baseUrl: text,
  /** '' where no chat request was made. */
  model: text,
  probes: z
    .array(
      z.object({
        name: text,
        result: z.exactOptional(
          z.enum(['holds', 'breaks', 'not supported', 'model chose otherwise']),
        ),
        reason: z.exactOptional(text),
      }),
    )
    .check(z.maxLength(MAX_ROWS)),
  /** What differs from what is known of the documented service, a sentence each. */
  differences: z.exactOptional(z.array(text).check(z.maxLength(MAX_ROWS))),
})

/** The result of a check as a file: what was found of which API and model, and no request, key or text of a response. */
export type CheckReport = z.infer<typeof reportSchema>

/** A report of a check that was made at a time (Unix ms). */
export function checkReport(
  rows: readonly DoctorRow[],
  about: { baseUrl: string; model: string; checkedAt: number; differences: readonly string[] },
): CheckReport {
  const { origin, pathname } = new URL(about.baseUrl)
  return {
    type: 'vendor-playground-api-check',
    version: 1,
    checkedAt: new Date(about.checkedAt).toISOString(),
    baseUrl: withoutSecrets(origin + pathname).slice(0, MAX_TEXT),
    model: withoutSecrets(about.model).slice(0, MAX_TEXT),
    probes: rows.map(({ name, verdict }) => ({ name, ...verdict })),
    ...(about.differences.length > 0 && {
      differences: about.differences.slice(0, MAX_ROWS).map((one) => one.slice(0, MAX_TEXT)),
    }),
  }
}

/** A report from a file; a sentence that says why it is none. */
export function readReport(file: string): CheckReport | string {
  const value = readJson(file)
  if (!isJsonObject(value) || value['type'] !== 'vendor-playground-api-check')
    return 'This file is no API check report.'
  const report = z.safeParse(reportSchema, value)
  if (report.success) return report.data
  return value['version'] === 1
    ? `The report is damaged: ${report.error.issues[0]?.path.join('.') ?? 'it has no probes'}.`
    : 'The report is of a newer version of this app.'
}

/** In the order in which they are counted. */
export const RESULTS: readonly ProbeResult[] = [
  'breaks',
  'not supported',
  'model chose otherwise',
  'holds',
]

/** The results as they are read. */
export const RESULT_WORDS: Readonly<Record<ProbeResult, string>> = {
  breaks: 'failed',
  'not supported': 'not supported',
  'model chose otherwise': 'model chose otherwise',
  holds: 'passed',
}

/** How many probes had each result: "1 failed, 20 passed". */
export function countsOf(probes: readonly { result?: string }[]): string {
  return RESULTS.flatMap((result) => {
    const count = probes.filter((probe) => probe.result === result).length
    return count === 0 ? [] : [`${count} ${RESULT_WORDS[result]}`]
  }).join(', ')
}

/** A report as Markdown to paste into an issue: what doesn't hold first, in a table, and the rest as a list. */
export function reportMarkdown(report: CheckReport): string {
  const of = (result: ProbeResult) => report.probes.filter((probe) => probe.result === result)
  const rows = RESULTS.filter((result) => result !== 'holds').flatMap((result) =>
    of(result).map(
      ({ name, reason }) => `| ${RESULT_WORDS[result]} | ${cell(name)} | ${cell(reason ?? '')} |`,
    ),
  )
  const { differences = [], model } = report
  const notRun = report.probes.filter(({ result }) => result === undefined).length
  return [
    `## API check of ${report.baseUrl}`,
    '',
    `${report.checkedAt.slice(0, 16).replace('T', ' ')} UTC${model && `, model ${inCode(model)}`}. ${countsOf(report.probes) || 'Nothing could be checked'}.`,
    ...(rows.length > 0 ? ['', '| Result | Probe | Reason |', '| --- | --- | --- |', ...rows] : []),
    ...(differences.length > 0
      ? ['', 'Differs from what is known:', '', ...differences.map((one) => `- ${one}`)]
      : []),
    ...(of('holds').length > 0
      ? [
          '',
          `Passed: ${of('holds')
            .map(({ name }) => name)
            .join('; ')}.`,
        ]
      : []),
    ...(notRun > 0 ? ['', `Not run: ${notRun}.`] : []),
  ].join('\n')
}

function cell(value: string): string {
  return value.replaceAll('|', '\\|')
}

/** A name that came from an API, as code in Markdown or in a terminal: no line, link or color of its own. */
export function inCode(value: string): string {
  return `\`${value
    .replaceAll(/[`\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 100)}\``
}

/** What an API is compared with; loaded late, because it is long. */
interface Witness {
  known: readonly KnownShape[]
  memberPaths: typeof memberPaths
}

/** Headers that mean something to clients of the documented service; what a host adds of its own says nothing. */
const TELLING = /^(?:x-vendor-|x-ratelimit-|x-balance-|payment-)/

/**
 * What an API that looks like the documented service does otherwise than it is known to, a sentence each: names alone,
 * never a value. Nothing is said of any other API.
 * @param isPage a page sees only the headers that are exposed, so none is missed
 */
export function differencesFrom(replies: Replies, isPage: boolean, witness: Witness): string[] {
  if (!isDocumented(replies)) return []
  const found = new Map<string, Set<string>>()
  for (const [name, reply] of repliesIn(replies)) {
    // A request of the doctor's own making, or one whose body was not read, shows nothing.
    if (/^(?:cors_|cancel$|empty_balance$)/.test(name) || isApiDocument(reply)) continue
    for (const [what, names] of differencesOf(witness, reply, isPage))
      found.set(what, new Set([...(found.get(what) ?? []), ...names]))
  }
  return [...found].map(([what, names]) => {
    const more = names.size > MAX_NAMES ? ` and ${names.size - MAX_NAMES} more` : ''
    return withoutSecrets(`${what} ${[...names].slice(0, MAX_NAMES).join(', ')}${more}.`)
  })
}

/** Names in one sentence at most. */
const MAX_NAMES = 12

/** Where names are those of models, traits and fields, which differ everywhere. */
const MAPS = /^(?:details|GET \/models\/\w+ data)\./

function differencesOf(
  { known, memberPaths: pathsIn }: Witness,
  reply: Reply,
  isPage: boolean,
): [what: string, names: string[]][] {
  const { exchange, status } = reply
  const operation = `${exchange.request.method} ${exchange.request.path.replace(/\?.*/, '')}`
  const ofOperation = known.filter((shape) => shape.operation === operation)
  // What a route that is missing answers is no shape of it.
  if (ofOperation.length === 0 || status === undefined) return []
  const isStream = reply.facts['type'] === 'text/event-stream'
  const shape = ofOperation.find((one) => one.status === status && one.isStream === isStream)
  if (shape === undefined) return [[`${operation}: unknown status`, [`${status}`]]]
  const headers = exchange.headers
    .map(([name]) => neutralHeaderName(name.toLowerCase(), exchange.providerName))
    .filter((name) => TELLING.test(name))
  const members = membersOf(reply, pathsIn)
  const isInMap = (path: string) => MAPS.test(path) || MAPS.test(`${operation} ${path}`)
  const here = new Set([...headers, ...members])
  const added = [
    // What any other response has is known, too.
    ...headers.filter((name) => !known.some((one) => one.headers.includes(name))),
    // Below a member that is new, everything is.
    ...members.filter(
      (path) => !shape.members.includes(path) && !isInMap(path) && !isBelowNew(path, here, shape),
    ),
  ]
  const missing = shape.always.filter((name) =>
    shape.headers.includes(name) && !shape.members.includes(name)
      ? !isPage && TELLING.test(name) && !here.has(name)
      : // A list that is empty has no members in it.
        !name.includes('[]') && !isInMap(name) && !here.has(name),
  )
  const what = `${operation}, ${status}${isStream ? ', stream' : ''}:`
  return [
    ...(added.length > 0 ? [[`${what} has`, added.map(named)] as [string, string[]]] : []),
    ...(missing.length > 0 ? [[`${what} lacks`, missing.map(named)] as [string, string[]]] : []),
  ]
}

function isBelowNew(path: string, here: ReadonlySet<string>, { members }: KnownShape): boolean {
  return Array.from(path.matchAll(/[.[]/g), ({ index }) => path.slice(0, index)).some(
    (above) => here.has(above) && !members.includes(above),
  )
}

/** A name as it may stand in a report: none is long, or has anything but what names are made of. */
function named(name: string): string {
  return /^[\w.[\]-]{1,80}$/.test(name) ? name : 'a property with an unusual name'
}

function membersOf({ exchange }: Reply, pathsIn: Witness['memberPaths']): string[] {
  const { body, providerName } = exchange
  const values =
    body?.kind === 'json'
      ? [body.value]
      : body?.kind === 'text'
        ? createEventDecoder()
            .decode(new TextEncoder().encode(body.text))
            .map(({ data }) => readJson(data) ?? null)
        : []
  return [...new Set(values.flatMap((value) => pathsIn(neutralBody(value, providerName))))]
}
