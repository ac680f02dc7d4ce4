import type { Message } from '../../../../contract/chat/messages.ts'
import { type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import { variableNames } from '../../chat/request/variables.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { variableStart } from '../../inspector/code/code-request.ts'
import { withoutSecrets } from '../../share/shareable.ts'
import { boardVariables } from '../board-edits.ts'
import { type Board, type Case, columnLetter } from '../board.ts'
import type { CheckRule } from '../checks/check.ts'
import { type BoardSetup, boardSetup, type CaseSetup } from './board-setup.ts'

type BoardConnection = Pick<Connection, 'id' | 'baseUrl'>

/** By the host: what a person calls their connections is nobody else's business. */
function keyVariable(connection: BoardConnection | undefined): string {
  if (connection === undefined) return 'VENDOR_API_KEY'
  return `${variableStart({ id: connection.id, name: '' }, connection.baseUrl)}_API_KEY`
}

/** Responses are read whole by promptfoo, and the prompt is its own. */
const NOT_PASSED_ON = new Set(['stream', 'stream_options'])

/**
 * A board as the configuration of promptfoo: a provider and a prompt per configuration, a test per case. Keys are
 * read from environment variables, one for each API. `connections` are those of the configurations, in their
 * order; what has no place in promptfoo is a comment.
 */
export function promptfooConfig(
  board: Board,
  connections: readonly (BoardConnection | undefined)[],
): string {
  const clean = cleaned(board)
  const names = promptfooNames(boardVariables(clean))
  const api = (connection: BoardConnection | undefined): JsonObject => ({
    ...(connection === undefined ? {} : { apiBaseUrl: connection.baseUrl }),
    apiKeyEnvar: keyVariable(connection),
  })
  const judge = (model: string): JsonObject => ({
    id: `openai:chat:${model}`,
    config: api(connections[0]),
  })
  const comments = new Set(notesOf(clean))
  const own = clean.cases.flatMap(({ messages }, index) => (messages === undefined ? [] : [index]))
  const labels = (at: number) =>
    clean.configurations.map((_, column) =>
      own.includes(at) ? `${columnLetter(column)}, case ${at + 1}` : columnLetter(column),
    )
  const standard: Message[] = [{ role: 'user', content: clean.prompt }]
  const prompts = [
    ...(own.length === clean.cases.length ? [] : [{ at: -1, messages: standard }]),
    ...own.map((at) => ({ at, messages: clean.cases[at]?.messages ?? standard })),
  ]
  const config: JsonObject = {
    description: clean.name,
    prompts: prompts.flatMap(({ at, messages }) =>
      clean.configurations.map(({ system }, column) => ({
        label: labels(at)[column],
        raw: rawPrompt(system, messages, names),
      })),
    ),
    providers: clean.configurations.map(({ model, settings }, column) => ({
      id: `openai:chat:${model}`,
      label: `${columnLetter(column)}: ${model}`,
      prompts: prompts.flatMap(({ at }) => labels(at)[column] ?? []),
      config: {
        ...api(connections[column]),
        omitDefaults: true,
        passthrough: Object.fromEntries(
          Object.entries(settings).filter(([name]) => !NOT_PASSED_ON.has(name)),
        ),
      },
    })),
    evaluateOptions: { repeat: clean.repeats, maxConcurrency: 4 },
    tests: clean.cases.map((row, at) => ({
      description: `Case ${at + 1}`,
      vars: variablesOf(row, names),
      ...(own.length === 0 ? {} : { prompts: labels(at) }),
      assert: [...clean.checks, ...(row.checks ?? [])].flatMap((check): JsonValue[] => {
        const reading = assertionOf(check, row, judge)
        if (reading.ok) return [reading.assertion]
        comments.add(reading.comment)
        return []
      }),
    })),
  }
  const keys = [...new Set(connections.map(keyVariable))].map((name) => `${name}=…`).join(' ')
  return [
    yamlComment('yaml-language-server: $schema=https://promptfoo.dev/config-schema.json'),
    yamlComment(`${keys} npx promptfoo@latest eval -c promptfooconfig.yaml --no-cache`),
    ...[...comments].map(yamlComment),
    // JSON is YAML, but for the characters that YAML has only escaped.
    JSON.stringify(config, null, 2).replace(
      /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
    '\n',
  ].join('')
}

function yamlComment(text: string): string {
  return `# ${text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}\n`
}

/** Without connections, headers and secrets, as every board that is handed on. */
function cleaned(board: Board): BoardSetup {
  return withoutSecrets({ area: 'evaluate', ...boardSetup(board) }, (text) =>
    /^data:[^,]*;base64,/i.test(text),
  ).setup
}

function variablesOf({ variables }: CaseSetup, names: VariableNames): JsonObject {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      names.get(name) ?? name,
      promptfooValue(value),
    ]),
  )
}

/** Messages as the JSON of a prompt, in whose strings templates are filled. */
function rawPrompt(
  system: string | undefined,
  messages: readonly Message[],
  names: VariableNames,
): string {
  const all: readonly Message[] =
    system === undefined ? messages : [{ role: 'system', content: system }, ...messages]
  return JSON.stringify(all, (_, value: unknown) =>
    typeof value === 'string' ? promptfooTemplate(value, names) : value,
  )
}

function notesOf({ spendLimit, checks, cases, configurations }: BoardSetup): string[] {
  const all = [...checks, ...cases.flatMap((row) => row.checks ?? [])]
  const streams = configurations.some(({ settings }) => settings['stream'] === true)
  return [
    ...(streams ? ['Streaming is left out: promptfoo reads whole responses.'] : []),
    ...(spendLimit === undefined ? [] : ['The spend limit has no place in promptfoo.']),
    ...(checks.length === 0 && cases.some((row) => row.checks === undefined)
      ? ['Where a case has no check, promptfoo counts every response as passed.']
      : []),
    ...(all.some((check) => check.type === 'judge' && check.votes > 1)
      ? ['Each judge has one vote in promptfoo.']
      : []),
  ]
}

type Assertion = { ok: true; assertion: JsonObject } | { ok: false; comment: string }

/** A check of a case as an assertion; `judge` is the provider of a model that judges. */
export function assertionOf(
  check: CheckRule,
  { expected, variables }: Pick<Case, 'expected' | 'variables'>,
  judge: (model: string) => JsonObject,
): Assertion {
  const value = 'value' in check && typeof check.value === 'string' ? check.value : expected
  switch (check.type) {
    case 'contains':
    case 'not-contains': {
      if (value === undefined) return without(check)
      const name = check.ignoreCase === true ? 'icontains' : 'contains'
      return as({ type: check.type === 'contains' ? name : `not-${name}`, value: text(value) })
    }
    case 'equals': {
      if (value === undefined) return without(check)
      const change = `${check.trim === true ? '.trim()' : ''}${check.ignoreCase === true ? '.toLowerCase()' : ''}`
      const wanted = JSON.stringify(value)
      return javascript(TEXT, `return text${change} === ${wanted}${change}`)
    }
    case 'regex': {
      if (value === undefined) return without(check)
      const pattern = [value, ...(check.flags === undefined ? [] : [check.flags])]
      return javascript(TEXT, `return new RegExp(...${JSON.stringify(pattern)}).test(text)`)
    }
    case 'json-schema':
      return as({ type: 'is-json', value: literals(check.schema) })
    case 'code':
      return javascript(
        TEXT,
        'const check = async (response, expected, variables) => {',
        check.code,
        '}',
        `return check(text, ${JSON.stringify(expected)}, ${JSON.stringify(variables)}).then((result) =>`,
        '  result === true || { pass: false, score: 0, reason: String(result) })',
      )
    case 'judge':
      return as({ type: 'llm-rubric', value: text(check.criteria), provider: judge(check.model) })
    // Its own assertion of costs is an error for models whose prices it doesn't have.
    case 'json-path':
    case 'tool-called':
    case 'length':
    case 'max-cost':
    case 'time-to-first-token':
      return { ok: false, comment: `Check "${check.type}" has no assertion in promptfoo.` }
  }
}

/** JSON comes parsed, and tool calls in place of the text. */
const TEXT =
  'const text = typeof output === "string" ? output : output?.[0]?.function ? "" : JSON.stringify(output)'

function as(assertion: JsonObject): Assertion {
  return { ok: true, assertion }
}

function without({ type }: CheckRule): Assertion {
  return { ok: false, comment: `Check "${type}" was left out: no expected value, or invalid.` }
}

/** The body of a function of `output`: promptfoo takes one line for an expression. */
function javascript(...lines: readonly string[]): Assertion {
  return as({ type: 'javascript', value: literal(lines.join('\n')) })
}

function text(value: string): string {
  return literal(promptfooValue(value))
}

function literals<T extends JsonValue | undefined>(value: T): JsonValue
function literals(value: JsonValue | undefined): JsonValue {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((item) => literals(item))
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, literals(member)]))
}

/** What the variables of a board are called in promptfoo, whose templates read `a.b` and `a-b` as expressions. */
export type VariableNames = ReadonlyMap<string, string>

/** Names that are different from each other and valid in templates. */
export function promptfooNames(names: Iterable<string>): VariableNames {
  const renamed = new Map<string, string>()
  const taken = new Set<string>()
  for (const name of names) {
    const base = name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_')
    let free = RESERVED.test(base) ? `${base}_` : base
    for (let count = 2; taken.has(free); count += 1) free = `${base}_${count}`
    taken.add(free)
    renamed.set(name, free)
  }
  return renamed
}

const RESERVED = /^(?:env|true|false|none|and|or|not|in|is|if|else|_conversation)$/i

/** A text with variables as a template of promptfoo: everything but its variables is literal. */
export function promptfooTemplate(text: string, names: VariableNames): string {
  const parts = text.split(/(\\?\{\{[ \t]*[\p{L}_][\p{L}\p{N}_.-]*[ \t]*\}\})/u)
  return parts
    .map((part, index) => {
      // What stands before a variable must not become part of its braces.
      if (index % 2 === 0)
        return index === parts.length - 1 ? literal(part) : literal(part).replace(/\{$/, BRACE)
      if (part.startsWith('\\')) return literal(part.slice(1))
      const [name = ''] = variableNames(part)
      return `{{ ${names.get(name) ?? name} }}`
    })
    .join('')
}

const BRACE = '{{ "{" }}'

/** A text that a template leaves as it is: nothing in it begins a tag, or ends a comment that never began. */
export function literal(text: string): string {
  return text.replace(/\{(?=[{%#])|(?<=#)\}/g, (brace) => `{{ "${brace}" }}`)
}

/** The value of a variable. What begins like the name of a file would be read from the disk. */
function promptfooValue(text: string): string {
  return /^(?:file|package):/i.test(text) ? ` ${text}` : text
}
