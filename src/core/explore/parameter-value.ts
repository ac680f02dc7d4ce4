import type { JsonValue } from '../../../contract/json.ts'
import type { ValueSchema } from '../client/queries/openapi-schema.ts'
import type { ApiParameter } from '../client/queries/openapi.ts'
import type { PathReading } from './draft-path.ts'

/** The texts that stand in a path for a parameter; none while it is not set. */
export function parameterTexts(
  { name, in: place }: ApiParameter,
  { inPath, inQuery }: PathReading,
): readonly string[] {
  if (place === 'query') return inQuery[name] ?? []
  return inPath[name] === undefined ? [] : [inPath[name]]
}

/** A path reading with a parameter changed; undefined takes it away. */
export function withParameter(
  reading: PathReading,
  { name, in: place }: ApiParameter,
  value: JsonValue | undefined,
): PathReading {
  const texts = (Array.isArray(value) ? value : value === undefined ? [] : [value]).map((one) =>
    typeof one === 'string' ? one : JSON.stringify(one),
  )
  const without = <V>(values: Readonly<Record<string, V>>) =>
    Object.fromEntries(Object.entries(values).filter(([other]) => other !== name))
  if (place === 'path') {
    const { inPath } = reading
    const [text] = texts
    return { ...reading, inPath: { ...without(inPath), ...(text ? { [name]: text } : {}) } }
  }
  const { inQuery } = reading
  return {
    ...reading,
    inQuery: texts.length === 0 ? without(inQuery) : { ...inQuery, [name]: texts },
  }
}

/** A parameter as the value that its text stands for. */
export function parameterValue({ schema }: ApiParameter, values: readonly string[]): JsonValue {
  const one = schema.type === 'array' ? (schema.items ?? {}) : schema
  const read = values.map((text) => valueOfText(one, text))
  return schema.type === 'array' ? read : (read[0] ?? '')
}

function valueOfText({ type, anyOf }: ValueSchema, text: string): JsonValue {
  const types = [type, ...(anyOf ?? []).map((one) => one.type)]
  if (types.includes('number') || types.includes('integer')) {
    const number = Number(text)
    if (text.trim() !== '' && Number.isFinite(number)) return number
  }
  if (types.includes('boolean') && /^(?:true|false)$/.test(text)) return text === 'true'
  return text
}
