/**
 * Whether a text is a path of the API with, perhaps, a query: one that stays below the base address
 * whatever it is resolved against. An address parser reads `%2e%2e` as `..` and `\` as `/`, and drops
 * tabs and line ends, so none of them may stand in it.
 */
export function isApiPath(path: string): boolean {
  if (!/^\/(?![/\\])[^\s#\\\p{Cc}]*$/u.test(path)) return false
  const [route = ''] = path.split('?', 1)
  return route.split('/').every((segment) => !/^\.{1,2}$/.test(segment.replace(/%2e/gi, '.')))
}

/**
 * The part of a URL below its version segment, query included, which is where the base URL of any
 * connection ends; undefined where it is no URL.
 * @example
 * pathBelowVersion('https://api.example/v1/models?type=text') // '/models?type=text'
 */
export function pathBelowVersion(address: string): string | undefined {
  const url = /^https?:\/\//i.test(address) ? address : `http://${address}`
  if (!URL.canParse(url)) return undefined
  const { pathname, search } = new URL(url)
  return (pathname.replace(/^(?:\/[\w-]+)?\/v\d+(?=\/)/, '') || '/') + search
}
