/** What a server asks for with `WWW-Authenticate: Bearer …`. */
export interface Challenge {
  /** Where it describes itself. */
  resourceMetadata?: string
  /** What is to be allowed, as names with spaces between. */
  scope?: string
}

const MAX_CHARS = 4_000

/** The parameters of a challenge; empty for another scheme, or none. */
export function readChallenge(header = ''): Challenge {
  const text = header.slice(0, MAX_CHARS)
  if (!/^\s*bearer\s/i.test(text)) return {}
  const parameters = new Map<string, string>()
  for (const [, name = '', quoted, plain] of text.matchAll(
    /\b([a-z_]+)=(?:"([^"]*)"|([^\s",]+))/gi,
  ))
    parameters.set(name.toLowerCase(), quoted ?? plain ?? '')
  const resourceMetadata = parameters.get('resource_metadata')
  const scope = parameters.get('scope')
  return {
    ...(resourceMetadata === undefined ? {} : { resourceMetadata }),
    ...(scope === undefined || scope === '' ? {} : { scope }),
  }
}
