/** Where the request waits that credit was too low for; from `?return=` and only ever a path of this page. */
export function returnPath(): string | undefined {
  const path = new URLSearchParams(location.search).get('return')
  return path !== null && /^\/(?:chat|image|explore)(?:\/[\w-]{1,64})?$/.test(path)
    ? path
    : undefined
}
