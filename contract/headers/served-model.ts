import { headerValue, type HeaderList } from './header-list.ts'

/** What the headers of an answer say about the model that served it. */
export interface ServedModel {
  /** `x-vendor-model-router`: how the request came to this model, such as `trait=default`. */
  router?: string
  /** `x-vendor-model-deprecation-warning`. */
  deprecation?: string
  /** `x-vendor-model-deprecation-date`, as sent. */
  deprecationDate?: string
}

/** Reads {@link ServedModel} from headers with neutral names; undefined when they say nothing. */
export function servedModel(headers: HeaderList): ServedModel | undefined {
  const router = headerValue(headers, 'x-vendor-model-router')
  const deprecation = headerValue(headers, 'x-vendor-model-deprecation-warning')
  const deprecationDate = headerValue(headers, 'x-vendor-model-deprecation-date')
  if (router === undefined && deprecation === undefined && deprecationDate === undefined)
    return undefined
  return {
    ...(router === undefined ? {} : { router }),
    ...(deprecation === undefined ? {} : { deprecation }),
    ...(deprecationDate === undefined ? {} : { deprecationDate }),
  }
}
