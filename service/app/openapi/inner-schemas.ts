import { contentPartSchema } from '../../../contract/chat/content-parts.ts'
import { messageSchema, toolCallSchema } from '../../../contract/chat/messages.ts'
import {
  toolSchema,
  vendorParametersSchema,
} from '../../../contract/chat/request/request-structures.ts'
import { vendorFields } from '../../../contract/chat/request/vendor-parameters.ts'
import { choiceSchema, costSchema, usageSchema } from '../../../contract/chat/response.ts'
import { modelSchema } from '../../../contract/models/model.ts'
import { priceSchema } from '../../../contract/models/price-schema.ts'
import { transactionSchema } from '../../../contract/wallet/transactions.ts'
import type { NamedSchema } from './operation.ts'

/** Schemas inside the bodies of several operations. */
export const INNER_SCHEMAS: readonly NamedSchema[] = [
  { name: 'Message', schema: messageSchema },
  { name: 'ContentPart', schema: contentPartSchema },
  { name: 'Tool', schema: toolSchema },
  { name: 'ToolCall', schema: toolCallSchema },
  { name: 'VendorParameters', schema: vendorParametersSchema, fields: vendorFields },
  { name: 'Usage', schema: usageSchema },
  { name: 'Cost', schema: costSchema },
  { name: 'Choice', schema: choiceSchema },
  { name: 'Model', schema: modelSchema },
  { name: 'Price', schema: priceSchema },
  { name: 'Transaction', schema: transactionSchema },
]
