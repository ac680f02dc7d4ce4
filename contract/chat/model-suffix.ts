import type { RuleNote } from './request/request.ts'
import {
  vendorFields,
  type VendorParameterName,
  type VendorParameters,
} from './request/vendor-parameters.ts'

interface ModelName {
  id: string
  parameters: VendorParameters
  /** Suffix pairs with an unknown key or a value the field does not take; the service ignores them. */
  ignored: string[]
}

/**
 * Parameters that some services do not read from a suffix, although the contract gives every parameter
 * one: they are read here, but written into the body.
 */
const BODY_ONLY: readonly VendorParameterName[] = ['enable_e2ee', 'enable_x_search']

/** A suffix starts at the first colon that is followed by `key=`; ids such as `llama3:8b` hold colons too. */
const SUFFIX_START = /:(?=[a-z][a-z0-9_]*=)/

/**
 * Takes `<model_id>:<parameter>=<value>` apart (contract, "vendor_parameters"). Several pairs are
 * joined by `&` or by further colons; values are URL-encoded. Never throws.
 */
export function parseModelSuffix(name: string): ModelName {
  const at = name.search(SUFFIX_START)
  if (at < 0) return { id: name, parameters: {}, ignored: [] }
  const parameters: Record<string, unknown> = {}
  const ignored: string[] = []
  for (const pair of name.slice(at + 1).split(/[&:]/)) {
    const [key = '', ...rest] = pair.split('=')
    const value = suffixValue(key, rest.join('='))
    if (value === undefined) ignored.push(pair)
    else parameters[key] = value
  }
  // Each value was read as what the control of its field makes.
  return { id: name.slice(0, at), parameters: parameters as VendorParameters, ignored }
}

/** Writes a model id with its parameters as suffixes; the inverse of `parseModelSuffix`. */
export function formatModelSuffix(id: string, parameters: VendorParameters): string {
  const pairs = Object.entries(parameters)
    .filter(([key, value]) => value !== undefined && isSuffixKey(key))
    .map(([key, value]) => `${key}=${encodeURIComponent(wellFormed(String(value)))}`)
  return pairs.length === 0 ? id : `${id}:${pairs.join('&')}`
}

/** Whether a `vendor_parameters` member is written as a model suffix. */
export function isSuffixKey(key: string): key is VendorParameterName {
  return isParameter(key) && !BODY_ONLY.includes(key)
}

function isParameter(key: string): key is VendorParameterName {
  return Object.hasOwn(vendorFields, key)
}

function suffixValue(key: string, encoded: string): string | boolean | undefined {
  if (!isParameter(key)) return undefined
  const { control } = vendorFields[key]
  if (control.kind === 'boolean')
    return encoded === 'true' ? true : encoded === 'false' ? false : undefined
  const text = decodeSuffix(encoded)
  if (text === undefined || text === '') return undefined
  if (control.kind === 'choice' && !control.values.some((value) => value === text)) return undefined
  return text
}

function decodeSuffix(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/** A lone surrogate cannot be URL-encoded; it becomes the replacement character. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD')
}

/** A model name and the vendor parameters sent beside it. */
export interface NamedModel {
  model: string
  parameters: VendorParameters
}

/** Takes one parameter out of the suffixes of a model name; what was not understood stays. */
export function withoutSuffix(model: string, name: VendorParameterName): string {
  const { id, parameters, ignored } = parseModelSuffix(model)
  const { [name]: _, ...others } = parameters
  return withIgnored(formatModelSuffix(id, others), ignored)
}

/** Moves every suffix of the name into the vendor parameters, where it has the last word as before. */
export function suffixesToParameters({ model, parameters }: NamedModel): NamedModel {
  const read = parseModelSuffix(model)
  return {
    model: withIgnored(read.id, read.ignored),
    parameters: { ...parameters, ...read.parameters },
  }
}

/** Moves every vendor parameter that can be a suffix into the name; existing suffixes win. */
export function parametersToSuffixes({ model, parameters }: NamedModel): NamedModel {
  const read = parseModelSuffix(model)
  const entries = Object.entries(parameters)
  const movable = Object.fromEntries(entries.filter(([name]) => isSuffixKey(name)))
  return {
    model: withIgnored(
      formatModelSuffix(read.id, { ...movable, ...read.parameters }),
      read.ignored,
    ),
    parameters: Object.fromEntries(entries.filter(([name]) => !isSuffixKey(name))),
  }
}

/**
 * What to know about parameters that the model name sets: that it does, and where it contradicts the
 * vendor parameters, because the name wins.
 */
export function suffixNotes(model: string, given: VendorParameters = {}): RuleNote[] {
  const { parameters } = parseModelSuffix(model)
  return Object.keys(parameters)
    .filter(isSuffixKey)
    .map((name): RuleNote => {
      const inName = parameters[name]
      const beside = given[name]
      const path = `vendor_parameters.${name}` as const
      const moved = {
        label: 'Move it here',
        set: { model: withoutSuffix(model, name), ...(inName !== undefined && { [path]: inName }) },
      }
      if (beside === undefined)
        return {
          level: 'info',
          fields: [path],
          message: `The model name sets ${name} to ${inName}.`,
          fix: moved,
        }
      return beside === inName
        ? {
            level: 'info',
            fields: [path],
            message: `Also set in the model name: ${name}=${inName}.`,
            fix: { label: 'Remove suffix', set: { model: withoutSuffix(model, name) } },
          }
        : {
            level: 'warning',
            fields: [path],
            message: `The model name sets ${name}=${inName}, which overrides ${beside} here.`,
            fix: { label: `Use ${beside}`, set: { model: withoutSuffix(model, name) } },
          }
    })
}

function withIgnored(name: string, ignored: readonly string[]): string {
  return ignored.length === 0
    ? name
    : `${name}${name.includes('=') ? '&' : ':'}${ignored.join('&')}`
}
