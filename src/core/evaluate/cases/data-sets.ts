import {
  isJsonObject,
  readJson,
  type JsonObject,
  type JsonValue,
} from '../../../../contract/json.ts'

/**
 * Names of columns with what is expected, as data sets of promptfoo, Langfuse, LangSmith, Braintrust, Ragas and the
 * OpenAI evals have them: letters and digits only, the surest first.
 */
const EXPECTED_NAMES = [
  'expected',
  'expectedoutput',
  'expectedoutputs',
  'expectedanswer',
  'expectedresponse',
  'expectedresult',
  'expectedvalue',
  'assert',
  'ideal',
  'idealanswer',
  'groundtruth',
  'reference',
  'referenceoutput',
  'referenceoutputs',
  'referenceanswer',
  'outputs',
  'answer',
] as const

/** Members that hold the variables of a case: LangSmith's and promptfoo's. */
const VARIABLES = /^(?:inputs|vars)$/
/** Members of a file around its list of cases. */
const LISTS = ['tests', 'cases', 'test_cases', 'examples', 'data']

/** How surely a column of this name has what is expected: the lower, the surer; undefined for one that has not. */
export function expectedRank(name: string): number | undefined {
  const rank = EXPECTED_NAMES.findIndex((known) => known === plainName(name))
  return rank === -1 ? undefined : rank
}

/** Whether it is a column of promptfoo that is neither a variable nor what is expected. */
export function isPromptfooSetting(name: string): boolean {
  return name.startsWith('__') && name !== '__proto__' && expectedRank(name) === undefined
}

/** `Expected answer? (EN)` and `expected_answer` are the same; a note in brackets is no part of a name. */
function plainName(name: string): string {
  return name
    .replaceAll(/[(（][^()（）]*[)）]/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** The list of cases in a JSON file that has more than that, and how many members are beside it. */
export function listIn(file: JsonObject): { list: JsonValue[]; others: number } | undefined {
  for (const name of LISTS) {
    const list = file[name]
    if (Array.isArray(list) && list.length > 0 && list.every(isJsonObject))
      return { list, others: Object.keys(file).length - 1 }
  }
  return undefined
}

/** The variables in a value of a column that holds those of a case; undefined for any other. */
export function variablesIn(name: string, value: JsonValue | undefined): JsonObject | undefined {
  return VARIABLES.test(name) ? objectOf(value) : undefined
}

function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  if (value === undefined || value === null || value === '') return {}
  const read = typeof value === 'string' && value.startsWith('{') ? readJson(value) : value
  return isJsonObject(read) ? read : undefined
}

interface ExpectedValue {
  value: JsonValue | undefined
  leftOut: number
}

/**
 * What a value of a column of this name expects: promptfoo writes assertions (`contains: 4`, or objects), LangSmith
 * an object around the response.
 */
export function expectedValue(name: string, value: JsonValue | undefined): ExpectedValue {
  if (name.startsWith('__') && typeof value === 'string') {
    const [, type = 'equals', text = value] = ASSERTION.exec(value) ?? []
    return COMPARING.test(type) ? { value: text, leftOut: 0 } : { value: '', leftOut: 1 }
  }
  if (name === 'assert' && Array.isArray(value)) {
    const assertions = value.filter(isJsonObject)
    const first = assertions.find(({ type }) => typeof type === 'string' && COMPARING.test(type))
    return { value: first?.['value'], leftOut: value.length - (first === undefined ? 0 : 1) }
  }
  if (name !== 'outputs') return { value, leftOut: 0 }
  const [only, ...others] = Object.values(objectOf(value) ?? {})
  if (others.length > 0 || only === undefined) return { value, leftOut: 0 }
  const content = isJsonObject(only) ? only['content'] : only
  return { value: typeof content === 'string' ? content : value, leftOut: 0 }
}

const COMPARING = /^(?:equals|i?contains)$/
/** The types of assertions that promptfoo has; any other word before a colon is part of the text. */
const ASSERTION =
  /^((?:not-)?(?:equals|i?contains(?:-\w+)*|starts-with|regex|is-[\w-]+|javascript|fn|eval|python|file|similar|llm-rubric|grade|factuality|model-graded-\w+|answer-relevance|context-\w+|latency|cost|perplexity(?:-score)?|rouge-n|bleu|levenshtein|webhook|moderation|select-best|classifier|guardrails|g-eval|pi|human))(?:\([^)]*\))?(?::\s*([^]*))?$/
