import { formatModelSuffix, isSuffixKey, parseModelSuffix } from './model-suffix.ts'
import type { RuleNote } from './request/request-rules.ts'
import type { VendorParameterName, VendorParameters } from './request/vendor-parameters.ts'

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
