import { messageText } from '../../../contract/chat/messages.ts'
import type { Tool } from '../../../contract/chat/request/request-structures.ts'
import { webUrls } from '../../../contract/chat/request/request.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/json.ts'
import { capabilitiesOf } from '../../../contract/models/model.ts'
import type { GenerationRequest } from '../inference/engine.ts'
import { wordsOf } from '../inference/search/search.ts'
import { type Directives, splitDirectives } from './directives.ts'
import { schemaExample, type Suggest } from './schema-example.ts'

/** A call that a built-in model makes. */
export interface PlannedCall {
  name: string
  /** JSON text with what the question says, valid for the tool's schema as far as the generator understands it. */
  arguments: string
}

/** Called by `/tool` when the request describes no tool of its own. */
const EXAMPLE_TOOL = {
  name: 'get_weather',
  parameters: {
    type: 'object',
    properties: {
      city: { type: 'string', examples: ['Zurich'] },
      unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
    },
    required: ['city'],
  },
}

const MAX_CALLS = 8
const MAX_STEPS = 10

/**
 * The calls to make now. A message is done in steps, separated by "then"; each step calls the tools that it
 * names or asks for, all at once unless `parallel_tool_calls` is false. Where no step asks for one, the only tool
 * is called, and of several the one that answers questions. None once every step has its results, when
 * `tool_choice` is `none`, or when the model cannot call functions.
 */
export function plannedCalls(
  { request, model }: GenerationRequest,
  directives: Directives,
): PlannedCall[] {
  const { messages, tool_choice: choice } = request
  const declared = (request.tools ?? []).flatMap(functionOf)
  if (directives.tool !== true) {
    if (choice === 'none' || capabilitiesOf(model).supportsFunctionCalling === false) return []
    if (declared.length === 0) return []
  }
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const last = messages[asked]
  const text = splitDirectives(last ? messageText(last) : '').rest
  const isForced = directives.tool === true || choice === 'required'
  const rounds =
    typeof choice === 'object'
      ? [
          callsOf(
            declared.filter(({ name }) => name === choice.function.name),
            text,
          ),
        ]
      : roundsFor(text, declared, isForced)
  const inOrder =
    request.parallel_tool_calls === false ? rounds.flat().map((call) => [call]) : rounds
  const done = messages
    .slice(asked + 1)
    .filter((message) => message.role === 'assistant' && (message.tool_calls?.length ?? 0) > 0)
  return inOrder[done.length] ?? []
}

function roundsFor(text: string, declared: readonly FunctionTool[], isForced: boolean) {
  const steps = text.split(/[,;.]?(?<!\s)\s+(?:and\s+)?then\s+/i, MAX_STEPS)
  const rounds = steps
    .map((step) =>
      callsOf(
        declared.filter((tool) => isAskedFor(tool, step)),
        step,
      ),
    )
    .filter((calls) => calls.length > 0)
  if (rounds.length > 0) return rounds
  const [only = EXAMPLE_TOOL] = declared
  if (declared.length <= 1) return [callsOf([only], text)]
  const answers = text.includes('?') ? declared.find((tool) => hasArgument(tool, QUERY)) : undefined
  const chosen = answers ?? (isForced ? only : undefined)
  return chosen === undefined ? [] : [callsOf([chosen], text)]
}

const QUERY = /^(?:query|question|q|keywords?)$/i
const EXPRESSION = /^(?:expression|formula|equation|calculation)$/i
const ARITHMETIC = /\d\s*[+*/×÷^]\s*[\d(]|\d\s+-\s+[\d(]|\b(?:calculate|compute)\b/i
const SEARCHES = /\b(?:search|find|look up)\b/i

/** Words of names that say nothing about what a tool is for. */
const GENERAL_WORDS = new Set('call create do fetch get list make read run set tool use'.split(' '))

/** Whether a step names a tool, has a word of its name, or has what it is made for. */
function isAskedFor(tool: FunctionTool, step: string): boolean {
  if (new Set(step.match(/[\w-]+/g)).has(tool.name)) return true
  const words = new Set(wordsOf(step))
  const ofName = wordsOf(tool.name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').replaceAll('_', ' '))
  if (ofName.some((word) => words.has(word) && !GENERAL_WORDS.has(word))) return true
  if (ARITHMETIC.test(step) && hasArgument(tool, EXPRESSION)) return true
  return SEARCHES.test(step) && hasArgument(tool, QUERY)
}

function hasArgument({ parameters }: FunctionTool, name: RegExp): boolean {
  const properties = parameters?.['properties']
  return isJsonObject(properties) && Object.keys(properties).some((each) => name.test(each))
}

function callsOf(tools: readonly FunctionTool[], text: string): PlannedCall[] {
  const suggest = argumentsFrom(text)
  return tools.slice(0, MAX_CALLS).map((tool) => callOf(tool, suggest))
}

interface FunctionTool {
  name: string
  parameters?: JsonObject
}

function functionOf(tool: Tool): FunctionTool[] {
  if (!('function' in tool) || !isJsonObject(tool.function)) return []
  const { name, parameters } = tool.function
  if (typeof name !== 'string') return []
  return [{ name, ...(isJsonObject(parameters) ? { parameters } : {}) }]
}

function callOf({ name, parameters }: FunctionTool, suggest: Suggest): PlannedCall {
  const value = parameters === undefined ? {} : schemaExample(parameters, { suggest })
  return { name, arguments: JSON.stringify(isJsonObject(value) ? value : {}) }
}

/** How much of a question is read for arguments, characters. */
const MAX_READ = 2000

const PLACE = /\b(?:city|location|place|town|country|region|destination|origin|address)$/
const WHOLE =
  /\b(?:query|question|q|text|prompt|message|search|input|topic|task|content|body|keywords?|request)$/
const EXPRESSION_NAME = /\b(?:expression|formula|equation|calculation)$/
const DATE = /\b(?:date|day|when|time)$/
const PERSON = /\b(?:name|person|user|recipient|to|author)$/
const CODE = /\b(?:symbol|ticker|currency|code)$/

const CAPITALIZED = String.raw`\p{Lu}[\p{L}'’-]{1,30}(?: \p{Lu}[\p{L}'’-]{1,30}){0,3}`
const AFTER_PREPOSITION = new RegExp(
  String.raw`\b(?:in|at|for|to|from|near|of)\s(${CAPITALIZED})`,
  'u',
)
const AFTER_PERSON = new RegExp(
  String.raw`\b(?:named|called|to|for|by|about)\s(${CAPITALIZED})`,
  'u',
)

/** What a question says about the arguments of a tool: the city of "What is the weather in Lisbon?" */
export function argumentsFrom(question: string): Suggest {
  const text = question.slice(0, MAX_READ)
  const numbers = [...text.matchAll(/-?\b\d{1,12}(?:\.\d{1,6})?\b/g)].map(([digits]) =>
    Number(digits),
  )
  const named = new Map<string, number | undefined>()
  /** Each argument has a number of its own, in the order of the question. */
  const numberFor = (name: string) => {
    if (!named.has(name)) named.set(name, numbers[named.size])
    return named.get(name)
  }
  return (name, schema) => {
    const words = name.replaceAll(/[_-]+|(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
    if (schema['const'] !== undefined) return schema['const']
    if (Array.isArray(schema['enum'])) return mentioned(schema['enum'], text)
    if (schema['type'] === 'integer' || schema['type'] === 'number') return numberFor(name)
    return schema['type'] === 'string' ? textFor(words, schema, text) : undefined
  }
}

function mentioned(values: readonly JsonValue[], text: string): JsonValue | undefined {
  const said = new Set(text.toLowerCase().match(/[\p{L}\p{N}_-]+/gu))
  return values.find((value) => typeof value === 'string' && said.has(value.toLowerCase()))
}

function textFor(words: string, schema: JsonObject, text: string): string | undefined {
  if (/\b(?:url|uri|link)$/.test(words)) return webUrls(text)[0]
  if (/\bemail$/.test(words))
    return /[\w.+-]{1,60}@[\w-]{1,60}(?:\.[\w-]{1,20}){1,3}/.exec(text)?.[0]
  const quoted = /["“]([^"”]{1,200})["”]/.exec(text)?.[1]
  if (quoted !== undefined && schema['format'] === undefined) return quoted
  if (PLACE.test(words)) return AFTER_PREPOSITION.exec(text)?.[1] ?? lastCapitalized(text)
  if (EXPRESSION_NAME.test(words)) return /[\d(][\d\s.()+*/^%×÷-]{0,200}[\d)]/.exec(text)?.[0]
  if (DATE.test(words))
    return /\b(?:\d{4}-\d{2}-\d{2}|today|tonight|tomorrow|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i.exec(
      text,
    )?.[0]
  if (CODE.test(words)) return /\b[A-Z]{2,5}\b/.exec(text)?.[0]
  if (PERSON.test(words)) return AFTER_PERSON.exec(text)?.[1]
  return WHOLE.test(words) && text.trim() !== '' ? text.trim() : undefined
}

/** A name inside the sentence; its first word is always written large. */
function lastCapitalized(text: string): string | undefined {
  return [...text.matchAll(new RegExp(String.raw`(?<=\S\s)${CAPITALIZED}`, 'gu'))].at(-1)?.[0]
}
