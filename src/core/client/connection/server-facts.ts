import { capabilitiesOf, type Model, type ModelListing } from '../../../../contract/models/model.ts'
import {
  SERVER_OFFERS,
  type ServerFacts,
  type ServerOffer,
} from '../../storage/connection/saved-connections.ts'

/** What a server's list says of its models, and what one of them can do. */
export function serverFacts({ models, unread }: ModelListing): ServerFacts {
  return {
    models: models.length,
    ...(unread > 0 && { unread }),
    offers: SERVER_OFFERS.filter((offer) => models.some((model) => OFFERED[offer](model))),
  }
}

const OFFERED: Readonly<Record<ServerOffer, (model: Model) => boolean>> = {
  prices: ({ model_spec: spec }) => spec?.pricing?.input?.usd !== undefined,
  context: ({ context_length: length, model_spec: spec }) =>
    (length ?? spec?.availableContextTokens) !== undefined,
  vision: (model) => capabilitiesOf(model).supportsVision === true,
  tools: (model) => capabilitiesOf(model).supportsFunctionCalling === true,
  reasoning: (model) => capabilitiesOf(model).supportsReasoning === true,
  search: (model) => capabilitiesOf(model).supportsWebSearch === true,
}
