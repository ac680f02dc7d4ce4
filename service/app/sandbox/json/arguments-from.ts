import { webUrls } from '../../../../contract/chat/request/request-rules.ts'
import type { JsonObject, JsonValue } from '../../../../contract/json.ts'
import type { Suggest } from './schema-example.ts'

/** How much of a question is read for arguments, characters. */
const MAX_READ = 2000

const PLACE = /\b(?:city|location|place|town|country|region|destination|origin|address)$/
const WHOLE =
  /\b(?:query|question|q|text|prompt|message|search|input|topic|task|content|body|keywords?|request)$/
const EXPRESSION = /\b(?:expression|formula|equation|calculation)$/
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
  if (EXPRESSION.test(words)) return /[\d(][\d\s.()+*/^%×÷-]{0,200}[\d)]/.exec(text)?.[0]
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
