import { limitsInWords, type FieldTable } from '../../field-rule.ts'
import { wireName } from '../../provider-name.ts'
import { shapeOf, type ValueShape } from '../../value-shape.ts'
import { describedChatFields, describedVendorFields } from './field-meanings.ts'
import { vendorParametersSchema } from './request-structures.ts'
import { chatRequestSchema } from './request.ts'

/** The shape of a request body with what the tables say about each field, in a provider's spelling. */
export function chatRequestShape(providerName: string): ValueShape {
  const parameters = tableShape(
    describedVendorFields,
    shapeOf(vendorParametersSchema),
    providerName,
  )
  const body = tableShape(describedChatFields, shapeOf(chatRequestSchema), providerName)
  const name = wireName('vendor_parameters', providerName)
  return {
    ...body,
    required: ['model', 'messages'],
    properties: { ...body.properties, [name]: { ...body.properties?.[name], ...parameters } },
  }
}

function tableShape(table: FieldTable, shape: ValueShape, providerName: string): ValueShape {
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(table).map(([name, rule]) => {
        const limits = rule.control.kind === 'number' ? limitsInWords(rule.control) : ''
        const description = [
          rule.meaning,
          limits === '' ? '' : `Range: ${limits}.`,
          rule.deprecated === undefined ? '' : `Deprecated: use ${rule.deprecated}.`,
        ]
        return [
          wireName(name, providerName),
          { ...shape.properties?.[name], description: description.filter(Boolean).join(' ') },
        ]
      }),
    ),
  }
}
