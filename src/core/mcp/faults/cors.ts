import { fault, type ToolServerFailure } from './fault.ts'

/** What was seen before and after a request without a readable response. */
export interface CorsFacts {
  url: string
  page: string
  /** The names of the headers that were sent and have to be allowed. */
  headers: readonly string[]
  /** `initialize` succeeded: what was added since is what is not allowed. */
  isInitialized: boolean
  /** A request without any such header got a readable response; undefined where none was made. */
  isReadablePlain?: boolean
}

/**
 * Why a page got no readable response. The browser shows a page none of it, so this names what is probable:
 * a preflight that is refused, a header that isn't allowed, a redirect, a server that is not running.
 */
export function corsFault(
  { url, page, headers, isInitialized, isReadablePlain }: CorsFacts,
  message: string,
): ToolServerFailure {
  const { origin } = new URL(url)
  const added = headers.filter((name) => /^mcp-/i.test(name))
  if (isInitialized && added.length > 0)
    return fault(
      'cors',
      {
        title: 'Headers blocked by CORS',
        meaning: `The preflight doesn't allow ${added.join(', ')}.`,
        nextStep: `Add them to Access-Control-Allow-Headers of ${origin}.`,
      },
      message,
    )
  if (isReadablePlain === true)
    return fault(
      'cors',
      {
        title: 'Preflight blocked by CORS',
        meaning: `The server responds, but its preflight doesn't allow ${headers.join(', ')}.`,
        nextStep: headers.includes('Authorization')
          ? 'Add them to Access-Control-Allow-Headers. * excludes Authorization.'
          : 'Respond to OPTIONS, with these names in Access-Control-Allow-Headers.',
      },
      message,
    )
  return fault(
    'cors',
    {
      title: 'No readable response',
      meaning: `${origin} is not running, redirects, or doesn't allow ${page} (CORS).`,
      nextStep: `Check the URL. The server must send Access-Control-Allow-Origin: ${page}.`,
    },
    message,
  )
}
